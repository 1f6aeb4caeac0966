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

const knownClasses = new Set([
  "CheckpointLoaderSimple",
  "CLIPTextEncode",
  "EmptyLatentImage",
  "EmptySD3LatentImage",
  "FluxGuidance",
  "ImageScale",
  "KSampler",
  "LoadImage",
  "LoadImageMask",
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

function errorsOf({ class_type: type, inputs }: GraphNode, uploads: ReadonlySet<string>) {
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
export function refusalOf(graph: Graph, uploads: ReadonlySet<string>): object | null {
  for (const [id, node] of Object.entries(graph)) {
    if (!knownClasses.has(node.class_type)) {
      const message = `Cannot execute because node ${node.class_type} does not exist.`;
      return problem("invalid_prompt", message, `Node ID '#${id}'`);
    }
  }
  const outputs = outputsOf(graph);
  if (outputs.length === 0) return problem("prompt_no_outputs", "Prompt has no outputs");
  const nodeErrors = Object.fromEntries(
    executionOrder(graph)
      .map((id) => [id, errorsOf(graph[id], uploads)] as const)
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
