/** What the declared inputs of workflows are for members, and whether they are right. */
import {
  type Param,
  type ParamMode,
  type ParamValue,
  paramFault,
  paramId,
  paramLimits,
} from "#app/rules/engine-params.ts";
import { inputId, type WorkflowInput } from "./inputs.ts";
import { checkSlots } from "./reference-slots.ts";
import { WorkflowError } from "./workflow-error.ts";
import { checkWorkflow, type Workflow, workflowNames, type WorkflowSet } from "./workflow.ts";

/** What the graph has at the place of an input. */
const graphValue = ({ graph }: Workflow, [node, input]: WorkflowInput["bind"]): unknown =>
  graph[node]?.inputs[input];

/** Asked of the server, by node and input; empty until then. */
type AskedChoices = (classType: string, input: string) => readonly string[];

/** The parameter that an input declares. */
function paramOf(input: WorkflowInput, workflow: Workflow, asked: AskedChoices): Param {
  const { label, group, advanced, bind } = input;
  const shared = { id: inputId(input), label, group, advanced };
  const value = (input.default ?? graphValue(workflow, bind)) as ParamValue;
  switch (input.kind) {
    case "int":
    case "float": {
      const { kind, min, max, step = kind === "int" ? 1 : 0.01 } = input;
      return { ...shared, kind, min, max, step, default: value as number };
    }
    case "bool":
      return { ...shared, kind: "bool", default: value as boolean };
    case "choice": {
      const [node, name] = bind;
      const names = input.choices ?? asked(workflow.graph[node].class_type, name);
      const choices = names
        .slice(0, paramLimits.choices)
        .map((each) => ({ value: each, label: each }));
      return { ...shared, kind: "choice", choices, default: value as string };
    }
    default:
      return { ...shared, kind: "text", maxLength: input.max, default: value as string };
  }
}

function faultOf(input: WorkflowInput, workflow: Workflow): [field: string, reason: string] | null {
  const [node, name] = input.bind;
  if (!paramId.test(inputId(input)))
    return ["id", `is needed: none can be made of "${input.label}"`];
  const held = workflow.graph[node];
  if (held === undefined) return ["bind", `there is no node ${node}`];
  if (!(name in held.inputs)) {
    const has = Object.keys(held.inputs).join(", ");
    return ["bind", `node ${node} (${held.class_type}) has no input ${name}; it has ${has}`];
  }
  const bound = Object.entries(workflow.bindings).find(
    ([, at]) => Array.isArray(at) && at[0] === node && at[1] === name,
  );
  if (bound) return ["bind", `the binding ${bound[0]} leads there already`];
  if ("min" in input && input.min > input.max) return ["min", `is more than max, ${input.max}`];
  const where = input.default === undefined ? "bind" : "default";
  if (input.kind === "choice" && input.choices === undefined) {
    const isText = typeof (input.default ?? graphValue(workflow, input.bind)) === "string";
    return isText ? null : [where, "must be text"];
  }
  const param = paramOf(input, workflow, () => []);
  const fault = paramFault(param, param.default);
  return fault && [where, `${JSON.stringify(param.default)}: ${fault.message}`];
}

/**
 * Checks that every declared parameter leads to an input of its graph, and that its default fits.
 * @param name of the workflow in its file
 * @throws WorkflowError that names the first field that is wrong
 */
function checkInputs(name: keyof WorkflowSet, workflow: Workflow): void {
  const ids = new Set<string>(workflow.bindings.steps ? ["steps"] : []);
  for (const [index, input] of workflow.inputs.entries()) {
    const where = `${name}.inputs.${index}`;
    const fault = faultOf(input, workflow);
    if (fault) throw new WorkflowError(`${where}.${fault[0]}: ${fault[1]}`);
    const id = inputId(input);
    if (ids.has(id)) throw new WorkflowError(`${where}.id: there is another input ${id}`);
    ids.add(id);
  }
}

/** Checks bindings, declared inputs and slots for references. @throws WorkflowError that names the first that is wrong */
export function checkWorkflows(workflows: WorkflowSet): void {
  for (const name of workflowNames) {
    const workflow = workflows[name];
    if (workflow === undefined) continue;
    checkWorkflow(workflow);
    checkInputs(name, workflow);
    checkSlots(name, workflows);
  }
}

/** The parameters of both workflows; one that both declare alike is there once. */
export function paramsOf(workflows: WorkflowSet, asked: AskedChoices): Param[] {
  const declared = (["txt2img", "img2img"] as const).flatMap((mode: ParamMode) => {
    const workflow = workflows[mode];
    return (workflow?.inputs ?? []).map((input) => ({
      mode,
      param: paramOf(input, workflow as Workflow, asked),
    }));
  });
  const alike = Map.groupBy(declared, ({ param }) => JSON.stringify(param));
  return [...alike.values()].map((each) =>
    each.length === 2 ? each[0].param : { ...each[0].param, modes: [each[0].mode] },
  );
}

/** The places whose choices the server has to be asked for. */
export function placesToAsk(workflows: WorkflowSet): { classType: string; input: string }[] {
  const places = [workflows.txt2img, workflows.img2img].flatMap((workflow) =>
    (workflow?.inputs ?? []).flatMap((input) =>
      input.kind === "choice" && input.choices === undefined
        ? { classType: workflow?.graph[input.bind[0]].class_type ?? "", input: input.bind[1] }
        : [],
    ),
  );
  return [...new Map(places.map((each) => [`${each.classType} ${each.input}`, each])).values()];
}
