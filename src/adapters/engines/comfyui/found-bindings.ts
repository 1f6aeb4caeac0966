/** Where the values of a request go in a graph that says nothing of it. */
import type { Workflow } from "./workflow.ts";
import { WorkflowError } from "./workflow-error.ts";

type Graph = Workflow["graph"];
type Place = [node: string, input: string];

const ownForm = 'name the places in a file of the form {"txt2img": {"graph", "bindings"}}';

const linkOf = (value: unknown): string | null =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" ? value[0] : null;

/** The first of these inputs that a node has as a value of the kind. */
function inputOf(
  graph: Graph,
  id: string,
  names: readonly string[],
  kind: "string" | "number",
): Place | null {
  const name = names.find((each) => typeof graph[id].inputs[each] === kind);
  return name === undefined ? null : [id, name];
}

/** The nodes that an input of a node is made from, the nearest first. */
function behind(graph: Graph, id: string, input: string): string[] {
  const found: string[] = [];
  const first = linkOf(graph[id].inputs[input]);
  const open = first === null ? [] : [first];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (!(next in graph) || found.includes(next)) continue;
    found.push(next);
    for (const value of Object.values(graph[next].inputs)) {
      const link = linkOf(value);
      if (link !== null) open.push(link);
    }
  }
  return found;
}

/** The first node behind an input that has one of these values. */
const placeBehind = (
  graph: Graph,
  [id, input]: Place,
  names: readonly string[],
  kind: "string" | "number",
): Place | null => {
  for (const node of behind(graph, id, input)) {
    const place = inputOf(graph, node, names, kind);
    if (place) return place;
  }
  return null;
};

/** The one node of these; @throws WorkflowError where there is none, or more than one. */
function only(ids: readonly string[], what: string): string {
  if (ids.length === 1) return ids[0];
  const has = ids.length === 0 ? `has no ${what}` : `has ${ids.length} nodes that are a ${what}`;
  throw new WorkflowError(`${has}: ${ownForm}`);
}

/**
 * The bindings of a graph for pictures from words: one node that samples and one that has the picture are asked for;
 * the others are what these are linked to.
 * @throws WorkflowError that says what was not found
 */
export function bindingsOf(graph: Graph): Workflow["bindings"] {
  const ids = Object.keys(graph);
  const output = only(
    ids.filter((id) => /^(?:Save|Preview)Image$/.test(graph[id].class_type)),
    "SaveImage or PreviewImage",
  );
  const sampler = only(
    ids.filter((id) => linkOf(graph[id].inputs["latent_image"]) !== null),
    "sampler with latent_image",
  );
  const { inputs } = graph[sampler];
  const seed =
    inputOf(graph, sampler, ["seed", "noise_seed"], "number") ??
    placeBehind(graph, [sampler, "noise"], ["noise_seed", "seed"], "number");
  const conditioning = "positive" in inputs ? sampler : linkOf(inputs["guider"]);
  const words = (name: string): Place | null =>
    conditioning !== null && name in (graph[conditioning]?.inputs ?? {})
      ? placeBehind(graph, [conditioning, name], ["text", "prompt"], "string")
      : null;
  const prompt = words("positive") ?? words("conditioning");
  if (!seed) throw new WorkflowError(`has no seed: ${ownForm}`);
  if (!prompt) throw new WorkflowError(`has no text that the sampler is led by: ${ownForm}`);
  const negative = words("negative");
  const width = placeBehind(graph, [sampler, "latent_image"], ["width"], "number");
  const height = width && inputOf(graph, width[0], ["height"], "number");
  const loader = ids.filter((id) => inputOf(graph, id, ["ckpt_name", "unet_name"], "string"));
  const checkpoint =
    loader.length === 1 ? inputOf(graph, loader[0], ["ckpt_name", "unet_name"], "string") : null;
  const steps =
    inputOf(graph, sampler, ["steps"], "number") ??
    placeBehind(graph, [sampler, "sigmas"], ["steps"], "number");
  return {
    prompt,
    seed,
    output,
    // A text that is zeroed for the negative is the prompt's own.
    ...(negative && negative[0] !== prompt[0] && { negative }),
    ...(width && height && { width, height }),
    ...(steps && { steps }),
    ...(checkpoint && { checkpoint }),
  };
}
