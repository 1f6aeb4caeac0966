/** References that an operator's own workflow declares: slots with a role, an image input and a weight. */
import {
  type ReferenceOffer,
  type ReferencePicture,
  type ReferenceRole,
  referenceLimits,
  referenceRoles,
} from "#app/rules/references.ts";
import { weightOf } from "../remote/references.ts";
import type { Workflow, WorkflowSet } from "./workflow.ts";
import { WorkflowError } from "./workflow-error.ts";

const rolesOf = (workflow: Workflow | undefined): Partial<Record<ReferenceRole, number>> =>
  Object.fromEntries(
    referenceRoles.flatMap((role) => {
      const slots = (workflow?.references ?? []).filter((slot) => slot.role === role).length;
      return slots > 0 ? [[role, slots]] : [];
    }),
  );

/** What the slots of both workflows offer; null for none. */
export function offeredBySlots({ txt2img, img2img }: WorkflowSet): ReferenceOffer | null {
  const roles = rolesOf(txt2img);
  const remix = rolesOf(img2img);
  const max = Math.min(txt2img.references.length, referenceLimits.count);
  if (max === 0) return null;
  const wordsOnly = referenceRoles.filter((role) => roles[role] && !remix[role]);
  return { roles, max, weights: true, wordsOnly };
}

function faultIn(
  { graph, bindings }: Workflow,
  slot: Workflow["references"][number],
): [field: string, reason: string] | null {
  for (const field of ["bind", "weight"] as const) {
    const [node, name] = slot[field];
    const held = graph[node];
    if (held === undefined) return [field, `there is no node ${node}`];
    if (!(name in held.inputs)) {
      const has = Object.keys(held.inputs).join(", ");
      return [field, `node ${node} (${held.class_type}) has no input ${name}; it has ${has}`];
    }
    const bound = Object.entries(bindings).find(
      ([, at]) => Array.isArray(at) && at[0] === node && at[1] === name,
    );
    if (bound) return [field, `the binding ${bound[0]} leads there already`];
  }
  const [node, name] = slot.weight;
  return typeof graph[node].inputs[name] === "number" ? null : ["weight", "must be a number"];
}

/**
 * Checks that every slot leads to inputs of its graph, that a remix has no slot that a cast from words lacks, and that one
 * with a mask takes what other remixes do: what is offered is told for both.
 * @param name of the workflow in its file
 * @throws WorkflowError that names the first field that is wrong
 */
export function checkSlots(name: keyof WorkflowSet, workflows: WorkflowSet): void {
  const workflow = workflows[name];
  if (workflow === undefined) return;
  const fromWords = rolesOf(workflows.txt2img);
  for (const [index, slot] of workflow.references.entries()) {
    const fault = faultIn(workflow, slot);
    if (fault) throw new WorkflowError(`${name}.references.${index}.${fault[0]}: ${fault[1]}`);
  }
  for (const [role, slots = 0] of Object.entries(rolesOf(workflow))) {
    if (slots !== (fromWords[role as ReferenceRole] ?? 0)) {
      throw new WorkflowError(
        `${name}.references: there must be as many for ${role} as in txt2img`,
      );
    }
  }
  if (name !== "inpaint") return;
  const [masked, remix] = [rolesOf(workflow), rolesOf(workflows.img2img)];
  const differing = referenceRoles.find((role) => masked[role] !== remix[role]);
  if (differing === undefined) return;
  throw new WorkflowError(
    `inpaint.references: there must be as many for ${differing} as in img2img`,
  );
}

/**
 * Fills the slots of a graph, which is changed. One that is left empty has the weight 0, with the first picture of the
 * cast, or the graph's own where the cast has none.
 * @param files names of the references on the server, in their order
 */
export function fillSlots(
  graph: Workflow["graph"],
  slots: Workflow["references"],
  references: readonly ReferencePicture[],
  files: readonly string[],
): void {
  const open = references.map((reference, index) => ({ reference, file: files[index] }));
  for (const { bind, weight, role, most } of slots) {
    const at = open.findIndex(({ reference }) => reference.role === role);
    const [taken] = at < 0 ? [] : open.splice(at, 1);
    const file = taken?.file ?? files[0];
    if (file !== undefined) graph[bind[0]].inputs[bind[1]] = file;
    graph[weight[0]].inputs[weight[1]] = taken ? weightOf(taken.reference) * most : 0;
  }
}
