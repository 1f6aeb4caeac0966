/** The graph half of the ComfyUI double: order of execution and validation. */
export type GraphNode = { class_type: string; inputs: Record<string, unknown> };

export const checkpoints = ["dreamscape.safetensors", "inkwash.safetensors"];

/** Nodes in the order they run: each after what it links to. */
export function executionOrder(graph: Record<string, GraphNode>): string[] {
  const order: string[] = [];
  const visit = (id: string) => {
    if (order.includes(id) || !(id in graph)) return;
    for (const value of Object.values(graph[id].inputs))
      if (Array.isArray(value)) visit(String(value[0]));
    order.push(id);
  };
  for (const [id, node] of Object.entries(graph)) if (node.class_type === "SaveImage") visit(id);
  return order;
}

/** What `/prompt` says of checkpoints that are not there. */
export function nodeErrors(graph: Record<string, GraphNode>) {
  return Object.fromEntries(
    Object.entries(graph)
      .filter(
        ([, node]) =>
          node.class_type === "CheckpointLoaderSimple" &&
          !checkpoints.includes(String(node.inputs["ckpt_name"])),
      )
      .map(([id, node]) => [
        id,
        {
          errors: [
            {
              type: "value_not_in_list",
              message: "Value not in list",
              details: `ckpt_name: '${String(node.inputs["ckpt_name"])}' not in ['${checkpoints.join("', '")}']`,
              extra_info: {},
            },
          ],
          class_type: node.class_type,
        },
      ]),
  );
}
