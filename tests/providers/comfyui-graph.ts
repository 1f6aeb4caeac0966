/** The graph half of the ComfyUI double: order of execution and validation, after `validate_prompt` of execution.py. */
export type GraphNode = { class_type: string; inputs: Record<string, unknown> };
export type Graph = Record<string, GraphNode>;

const checkpoints = ["dreamscape.safetensors", "inkwash.safetensors"];
export const samplers = ["euler", "euler_ancestral", "dpmpp_2m"];
export const schedulers = ["simple", "karras", "normal"];

/** Inputs of nodes as `/object_info` gives them; the loader in the old form, the sampler in that of V3 (`_io.py`). */
export const objectInfo: Readonly<Record<string, object>> = {
  CheckpointLoaderSimple: { input: { required: { ckpt_name: [checkpoints, {}] } } },
  KSampler: {
    input: {
      required: {
        sampler_name: ["COMBO", { options: samplers }],
        scheduler: ["COMBO", { options: schedulers }],
        cfg: ["FLOAT", { default: 8, min: 0, max: 100, step: 0.1 }],
      },
    },
  },
};

const weightTypes = ["linear", "ease in", "style transfer", "composition"];
/**
 * ComfyUI_IPAdapter_plus with its files, after `INPUT_TYPES` of IPAdapterPlus.py. Stricter than the nodes: what is not an
 * input of theirs is refused.
 */
export const adapterInfo: Readonly<Record<string, { input: Record<string, object> }>> = {
  IPAdapterUnifiedLoader: {
    input: {
      required: {
        model: ["MODEL"],
        preset: [["STANDARD (medium strength)", "PLUS (high strength)"]],
      },
      optional: { ipadapter: ["IPADAPTER"] },
    },
  },
  IPAdapterAdvanced: {
    input: {
      required: {
        model: ["MODEL"],
        ipadapter: ["IPADAPTER"],
        image: ["IMAGE"],
        weight: ["FLOAT", { default: 1, min: -1, max: 5, step: 0.05 }],
        weight_type: [weightTypes],
        combine_embeds: [["concat", "add", "subtract", "average", "norm average"]],
        start_at: ["FLOAT", { min: 0, max: 1 }],
        end_at: ["FLOAT", { min: 0, max: 1 }],
        embeds_scaling: [["V only", "K+V"]],
      },
    },
  },
  IPAdapterModelLoader: {
    input: {
      required: {
        ipadapter_file: [
          ["ip-adapter-plus_sd15.safetensors", "ip-adapter-plus_sdxl_vit-h.safetensors"],
        ],
      },
    },
  },
  CLIPVisionLoader: {
    input: { required: { clip_name: [["CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors"]] } },
  },
};

/** What is wrong with a node of the adapters: inputs that are missing, unknown, out of range or of another kind. */
function adapterErrors(node: GraphNode, graph: Graph) {
  const { required = {}, optional = {} } = adapterInfo[node.class_type].input;
  const specs = { ...required, ...optional } as Record<
    string,
    [unknown, { min?: number; max?: number }?]
  >;
  const wrong = (input: string) => [
    { type: "value_not_valid", message: "Value not valid", details: input, extra_info: {} },
  ];
  const missing = Object.keys(required).find((input) => !(input in node.inputs));
  if (missing) return wrong(missing);
  for (const [input, value] of Object.entries(node.inputs)) {
    const [kind, range] = specs[input] ?? [];
    if (Array.isArray(kind) && !kind.includes(value))
      return [notInList(input, value, kind as string[])];
    if (
      kind === "FLOAT" &&
      !(Number(value) >= (range?.min ?? 0) && Number(value) <= (range?.max ?? 1))
    ) {
      return wrong(input);
    }
    const isLink = Array.isArray(value) && String(value[0]) in graph;
    if (kind === undefined || (typeof kind === "string" && kind !== "FLOAT" && !isLink))
      return wrong(input);
  }
  return [];
}

export const knownClasses: ReadonlySet<string> = new Set([
  "CheckpointLoaderSimple",
  "CLIPTextEncode",
  "EmptyLatentImage",
  "EmptySD3LatentImage",
  "FluxGuidance",
  "ImageScale",
  "KSampler",
  "LoadImage",
  "LoadImageMask",
  // Expands into others while it runs, as many custom nodes do.
  "PipelineKSampler",
  "PreviewImage",
  "SaveImage",
  "SetLatentNoiseMask",
  "VAEDecode",
  "VAEEncode",
]);

/** Output nodes. PreviewImage has files of the type "temp", which the server empties when it starts (nodes.py). */
export const outputsOf = (graph: Graph) =>
  Object.keys(graph).filter((id) => /^(?:Save|Preview)Image$/.test(graph[id].class_type));

/** The nodes that outputs need, in the order they run: each after what it links to. */
export function executionOrder(graph: Graph, outputs: readonly string[]): string[] {
  const order: string[] = [];
  const visit = (id: string) => {
    if (order.includes(id) || !(id in graph)) return;
    for (const value of Object.values(graph[id].inputs))
      if (Array.isArray(value)) visit(String(value[0]));
    order.push(id);
  };
  for (const id of outputs) visit(id);
  return order;
}

const notInList = (input: string, value: unknown, list: readonly string[]) => ({
  type: "value_not_in_list",
  message: "Value not in list",
  details: `${input}: '${String(value)}' not in ['${list.join("', '")}']`,
  extra_info: { input_name: input, received_value: value },
});

function errorsOf(node: GraphNode, uploads: ReadonlySet<string>, graph: Graph) {
  const { class_type: type, inputs } = node;
  if (type in adapterInfo) return adapterErrors(node, graph);
  if (type === "CheckpointLoaderSimple" && !checkpoints.includes(String(inputs["ckpt_name"]))) {
    return [notInList("ckpt_name", inputs["ckpt_name"], checkpoints)];
  }
  if (type === "KSampler") {
    const { sampler_name: sampler, scheduler, steps, cfg } = inputs;
    if (!samplers.includes(String(sampler))) return [notInList("sampler_name", sampler, samplers)];
    if (!schedulers.includes(String(scheduler))) {
      return [notInList("scheduler", scheduler, schedulers)];
    }
    if (!(Number(steps) >= 1 && Number(steps) <= 10_000 && Number(cfg) >= 0)) {
      return [
        {
          type: "value_smaller_than_min",
          message: "Value smaller than min",
          details: "steps",
          extra_info: {},
        },
      ];
    }
  }
  if (
    type === "LoadImageMask" &&
    !["alpha", "red", "green", "blue"].includes(String(inputs["channel"]))
  ) {
    return [notInList("channel", inputs["channel"], ["alpha", "red", "green", "blue"])];
  }
  if (/^LoadImage(?:Mask)?$/.test(type) && !uploads.has(String(inputs["image"]))) {
    const details = `image - Invalid image file: ${String(inputs["image"])}`;
    const message = "Custom validation failed for node";
    return [{ type: "custom_validation_failed", message, details, extra_info: {} }];
  }
  return [];
}

const problem = (type: string, message: string, details = "") => ({
  error: { type, message, details, extra_info: {} },
  node_errors: {},
});

type NodeError = {
  errors: { message: string; details: string }[];
  dependent_outputs: string[];
  class_type: string;
};

export type Validated =
  | { refused: object }
  /** The outputs that are drawn; `nodeErrors` say why others are not. */
  | { outputs: string[]; nodeErrors: Record<string, NodeError> };

/**
 * What `/prompt` makes of a graph: it refuses one of which no output can be drawn, and of another it draws the outputs that can
 * be ("Output will be ignored").
 */
export function validate(
  graph: Graph,
  uploads: ReadonlySet<string>,
  hasAdapters: boolean,
): Validated {
  for (const [id, node] of Object.entries(graph)) {
    if (!knownClasses.has(node.class_type) && !(hasAdapters && node.class_type in adapterInfo)) {
      const message = `Cannot execute because node ${node.class_type} does not exist.`;
      return { refused: problem("invalid_prompt", message, `Node ID '#${id}'`) };
    }
  }
  const all = outputsOf(graph);
  if (all.length === 0) {
    return { refused: problem("prompt_no_outputs", "Prompt has no outputs") };
  }
  const outputs: string[] = [];
  const nodeErrors: Record<string, NodeError> = {};
  /** Of all nodes that were looked at, also for the outputs before. */
  const found = new Map<string, NodeError["errors"]>();
  for (const output of all) {
    const needed = executionOrder(graph, [output]);
    for (const id of needed) found.set(id, errorsOf(graph[id], uploads, graph));
    if (needed.every((id) => found.get(id)?.length === 0)) {
      outputs.push(output);
      continue;
    }
    for (const [id, errors] of found) {
      if (errors.length === 0) continue;
      nodeErrors[id] ??= { errors, dependent_outputs: [], class_type: graph[id].class_type };
      nodeErrors[id].dependent_outputs.push(output);
    }
  }
  if (outputs.length > 0) return { outputs, nodeErrors };
  // Only the errors of the outputs themselves, not of the nodes that they need.
  const own = all.flatMap((id) => nodeErrors[id]?.errors ?? []);
  const refused = problem(
    "prompt_outputs_failed_validation",
    "Prompt outputs failed validation",
    own.map(({ message, details }) => `${message}: ${details}`).join("\n"),
  );
  return { refused: { ...refused, node_errors: nodeErrors } };
}
