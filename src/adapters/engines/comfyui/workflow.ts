import { z } from "zod";
import type { ParamValue } from "#app/rules/engine-params.ts";
import { referenceLimits } from "#app/rules/references.ts";
import { inputId, referenceSlot, workflowInput } from "./inputs.ts";
import { WorkflowError } from "./workflow-error.ts";

/** A node of ComfyUI's API format: inputs are values or `[node, output]` links. */
const node = z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) });
const place = z.tuple([z.string(), z.string()]);

/** Where a request's values go in a graph: `[node, input]`. Values without a binding are not sent. */
const bindings = z.strictObject({
  prompt: place,
  negative: place.optional(),
  seed: place,
  width: place.optional(),
  height: place.optional(),
  steps: place.optional(),
  denoise: place.optional(),
  image: place.optional(),
  /** Of a node that takes a picture's red channel for a mask, where white is redrawn (LoadImageMask). */
  mask: place.optional(),
  checkpoint: place.optional(),
  /** The node whose pictures are the result. */
  output: z.string(),
});

/** A graph in API format. */
export const graphForm = z.record(z.string(), node);

const workflow = z.strictObject({
  graph: graphForm,
  bindings,
  inputs: z.array(workflowInput).max(30).default([]),
  references: z.array(referenceSlot).max(referenceLimits.count).default([]),
});

const maskWorkflow = workflow.refine(({ bindings: { image, mask } }) => image && mask, {
  error: "inpaint must bind image and mask",
});

/** What an operator may put in a file: a workflow for words, one that starts from a picture, and one that redraws a part of it. */
export const workflowFile = z.strictObject({
  txt2img: workflow,
  img2img: workflow.optional(),
  inpaint: maskWorkflow.optional(),
});

/** The workflows of a set. */
export const workflowNames = ["txt2img", "img2img", "inpaint"] as const;

export type Workflow = z.infer<typeof workflow>;
export type WorkflowSet = z.infer<typeof workflowFile>;

export type WorkflowValues = {
  prompt: string;
  negative: string;
  seed: number;
  width: number;
  height: number;
  steps: number;
  denoise: number;
  image?: string;
  mask?: string;
  checkpoint?: string;
};

/**
 * Checks that every binding leads to a node of its graph and to an input that the node has.
 * @throws WorkflowError that names the first that does not
 */
export function checkWorkflow({ graph, bindings: places }: Workflow): void {
  for (const [name, at] of Object.entries(places)) {
    const id = Array.isArray(at) ? at[0] : at;
    if (id === undefined) continue;
    if (!(id in graph)) throw new WorkflowError(`binding ${name}: there is no node ${id}`);
    const { class_type: type, inputs } = graph[id];
    if (Array.isArray(at) && !(at[1] in inputs)) {
      const has = Object.keys(inputs).join(", ");
      throw new WorkflowError(
        `binding ${name}: node ${id} (${type}) has no input ${at[1]}; it has ${has}`,
      );
    }
  }
}

/**
 * A copy of the graph with a request's values filled in.
 * @param params values of the declared inputs, by id
 */
export function fillWorkflow(
  { graph, bindings: places, inputs }: Workflow,
  values: WorkflowValues,
  params: Readonly<Record<string, ParamValue>>,
) {
  const filled = structuredClone(graph);
  for (const [name, value] of Object.entries(values)) {
    const at = places[name as keyof WorkflowValues];
    if (at !== undefined && value !== undefined) filled[at[0]].inputs[at[1]] = value;
  }
  for (const input of inputs) {
    const [node, name] = input.bind;
    const value = params[inputId(input)];
    if (value !== undefined) filled[node].inputs[name] = value;
  }
  return filled;
}

/** Nodes that only choose a way of sampling: `KSamplerSelect`, `SamplerEulerAncestral`. */
const samplerChoice = /^(?:KSamplerSelect|Sampler(?!Custom).*)$/;

/** Weight of a node in the progress: those that sample are where the time goes. */
export function nodeWeight(classType: string): number {
  return /sampler/i.test(classType) && !samplerChoice.test(classType) ? 12 : 1;
}
