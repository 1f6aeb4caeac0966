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

/** Nodes in the order they run: each after what it links to. */
export function executionOrder(graph: Graph): string[] {
  const order: string[] = [];
  const visit = (id: string) => {
    if (order.includes(id) || !(id in graph)) return;
    for (const value of Object.values(graph[id].inputs))
      if (Array.isArray(value)) visit(String(value[0]));
    order.push(id);
  };
  for (const id of outputsOf(graph)) visit(id);
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
        { type: "value_smaller_than_min", message: "Value smaller than min", details: "steps" },
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

/** The error of `/prompt` for a graph that it refuses; null for a valid one. */
export function refusalOf(
  graph: Graph,
  uploads: ReadonlySet<string>,
  hasAdapters: boolean,
): object | null {
  for (const [id, node] of Object.entries(graph)) {
    if (!knownClasses.has(node.class_type) && !(hasAdapters && node.class_type in adapterInfo)) {
      const message = `Cannot execute because node ${node.class_type} does not exist.`;
      return problem("invalid_prompt", message, `Node ID '#${id}'`);
    }
  }
  const outputs = outputsOf(graph);
  if (outputs.length === 0) return problem("prompt_no_outputs", "Prompt has no outputs");
  const nodeErrors = Object.fromEntries(
    executionOrder(graph)
      .map((id) => [id, errorsOf(graph[id], uploads, graph)] as const)
      .filter(([, errors]) => errors.length > 0)
      .map(([id, errors]) => [
        id,
        { errors, dependent_outputs: outputs, class_type: graph[id].class_type },
      ]),
  );
  if (Object.keys(nodeErrors).length === 0) return null;
  const refused = problem("prompt_outputs_failed_validation", "Prompt outputs failed validation");
  return { ...refused, node_errors: nodeErrors };
}
