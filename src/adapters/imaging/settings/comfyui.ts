import type { FoundSettings } from "../port.ts";
import { numberOf, parseRecord, recordOf, settled, textOf, wholeOf } from "./found.ts";

type Node = { type: string; inputs: Record<string, unknown> };
type Graph = ReadonlyMap<string, Node>;

const mostNodes = 2_000;

function graphOf(prompt: Record<string, unknown>): Graph {
  const graph = new Map<string, Node>();
  for (const [id, value] of Object.entries(prompt).slice(0, mostNodes)) {
    const node = recordOf(value);
    const inputs = recordOf(node?.["inputs"]);
    const type = node?.["class_type"];
    if (inputs && typeof type === "string") graph.set(id, { type, inputs });
  }
  return graph;
}

/** The node that an input is tied to: a tie is a list of the node's id and the number of its output. */
function tied(graph: Graph, value: unknown): Node | undefined {
  if (!Array.isArray(value)) return undefined;
  const [id] = value as unknown[];
  return typeof id === "string" || typeof id === "number" ? graph.get(String(id)) : undefined;
}

/** The first value of one of these names, at the node or above it along its ties, depth first. A graph may lead in circles. */
function upstream(
  graph: Graph,
  from: Node | undefined,
  names: readonly string[],
  along: readonly string[],
): unknown {
  const seen = new Set<Node>();
  const ahead = [from];
  while (ahead.length > 0) {
    const node = ahead.pop();
    if (!node || seen.has(node)) continue;
    seen.add(node);
    for (const name of names) {
      const value = node.inputs[name];
      if (value !== undefined && !Array.isArray(value)) return value;
    }
    const above = [...names, ...along].map((name) => tied(graph, node.inputs[name]));
    // The first of them comes off the stack first.
    ahead.push(...above.toReversed());
  }
  return undefined;
}

const textNames = ["text", "text_g", "t5xxl", "clip_l", "prompt", "string", "value"];
const textTies = ["positive", "negative", "conditioning", "conditioning_1", "conditioning_to"];
const modelNames = ["ckpt_name", "unet_name", "model_name"];
const modelTies = ["model", "guider", "clip"];

const isSampler = ({ type }: Node) =>
  /sampler/i.test(type) && !/select|preview|upscale|decode/i.test(type);

/** The graph that ComfyUI keeps under "prompt"; null for anything else. */
export function readComfyPrompt(text: string): FoundSettings | null {
  const graph = graphOf(parseRecord(text.replaceAll(/\bNaN\b/g, "null")) ?? {});
  const sampler = [...graph.values()].find(isSampler);
  if (!sampler) return null;
  const { inputs } = sampler;
  const guider = tied(graph, inputs["guider"]);
  const sigmas = tied(graph, inputs["sigmas"]);
  const words = (value: unknown) =>
    textOf(upstream(graph, tied(graph, value), textNames, textTies));
  const latent = tied(graph, inputs["latent_image"]) ?? tied(graph, inputs["latent"]);
  const of = (names: readonly string[], from: Node | undefined) =>
    upstream(graph, from, names, ["samples", "pixels", "model"]);
  const denoise = numberOf(inputs["denoise"] ?? sigmas?.inputs["denoise"]);
  return settled("ComfyUI", {
    prompt: words(
      inputs["positive"] ?? guider?.inputs["conditioning"] ?? guider?.inputs["positive"],
    ),
    negative: words(inputs["negative"] ?? guider?.inputs["negative"]),
    seed: wholeOf(
      of(["seed", "noise_seed"], sampler) ?? of(["noise_seed"], tied(graph, inputs["noise"])),
    ),
    width: wholeOf(of(["width"], latent)),
    height: wholeOf(of(["height"], latent)),
    steps: wholeOf(inputs["steps"] ?? sigmas?.inputs["steps"]),
    guidance: numberOf(inputs["cfg"] ?? guider?.inputs["cfg"]),
    sampler: textOf(inputs["sampler_name"] ?? of(["sampler_name"], tied(graph, inputs["sampler"]))),
    scheduler: textOf(inputs["scheduler"] ?? sigmas?.inputs["scheduler"]),
    model: textOf(upstream(graph, guider ?? sampler, modelNames, modelTies)),
    strength: denoise !== undefined && denoise < 1 ? denoise : undefined,
  });
}
