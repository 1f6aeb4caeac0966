/** Models of a workflow with their defaults, and what it does with words to avoid. */
import type { Param } from "#app/rules/engine-params.ts";
import type { ModelDescription, ModelInfo } from "../port.ts";
import { isDistilled, isUsual, readsWeights, samplingOf, stepsParam } from "../remote/diffusion.ts";
import type { Workflow, WorkflowSet } from "./workflow.ts";

/** The graph's own value of an input that is bound, where it is a number. */
function boundNumber({ graph, bindings }: Workflow, name: "steps"): number | null {
  const at = bindings[name];
  const value = at && graph[at[0]].inputs[at[1]];
  return typeof value === "number" ? value : null;
}

/** The parameter of a binding for steps. */
export function stepsOf(workflows: WorkflowSet): Param[] {
  const modes = (["txt2img", "img2img"] as const).filter(
    (mode) => workflows[mode]?.bindings.steps !== undefined,
  );
  return modes.length === 0 ? [] : [{ ...stepsParam, ...(modes.length === 1 && { modes }) }];
}

/** How much more steps a high quality has, where the model's name does not tell. */
const finer = 1.6;

/** Whether the words go to the encoder whose weights ComfyUI reads, and whose guidance is not distilled. */
function weighsWords({ txt2img: { graph, bindings } }: WorkflowSet): boolean {
  const nodes = Object.values(graph).map(({ class_type: name }) => name);
  return (
    graph[bindings.prompt[0]].class_type === "CLIPTextEncode" && !nodes.includes("FluxGuidance")
  );
}

/** A model with its defaults: those of its family by name, else those of the graph. */
export function describe(model: ModelInfo, workflows: WorkflowSet): ModelDescription {
  const { steps, cfg } = samplingOf(model.id, model.label);
  const own = boundNumber(workflows.txt2img, "steps");
  const isNamed = workflows.txt2img.bindings.checkpoint !== undefined && !isUsual({ steps, cfg });
  const standard = isNamed || own === null ? steps.standard : own;
  const high = isNamed || own === null ? steps.high : Math.min(stepsParam.max, own * finer);
  const guided = isNamed && { cfg };
  return {
    ...model,
    defaults: {
      standard: { steps: standard, ...guided },
      high: { steps: Math.round(high), ...guided },
    },
    can: {
      ...(isNamed && isDistilled({ steps, cfg }) && { negativePrompt: "none" as const }),
      weights: weighsWords(workflows) && readsWeights(model.id, model.label),
    },
  };
}

/** Whether words to avoid have an effect: a sampler with a fixed cfg of 1 leaves them out. */
export function readsNegative({ graph, bindings, inputs }: Workflow): boolean {
  if (!bindings.negative) return false;
  const isSet = (id: string) => inputs.some(({ bind }) => bind[0] === id && bind[1] === "cfg");
  const scales = Object.entries(graph).flatMap(([id, { inputs: values }]) =>
    typeof values["cfg"] === "number" ? (isSet(id) ? [Number.NaN] : [values["cfg"]]) : [],
  );
  return scales.length === 0 || scales.some((cfg) => cfg !== 1);
}
