import { readFileSync } from "node:fs";
import type { Env } from "#app/env.ts";
import { createComfyEngine } from "./comfyui.ts";
import { templates } from "./comfyui/templates.ts";
import { readWorkflows } from "./comfyui/read.ts";
import { WorkflowError } from "./comfyui/workflow-error.ts";
import type { WorkflowSet } from "./comfyui/workflow.ts";
import type { EngineSettings } from "#app/engine-settings.ts";
import { guardEngine } from "./guarded.ts";
import { createOpenAiEngine } from "./openai.ts";
import type { Engine, EngineError, EngineRegistry, OwnEngines } from "./port.ts";
import { DefaultsError } from "./remote/defaults.ts";
import { createRunwareEngine } from "./runware.ts";
import { createSdApiEngine } from "./sdapi.ts";
import { createSketchEngine } from "./sketch.ts";

/** @throws WorkflowError that begins with the file's name */
function workflowsIn(file: string): WorkflowSet {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "is missing" : `cannot be read (${code})`;
    throw new WorkflowError(`${file} ${reason}`, { cause: error });
  }
  try {
    return readWorkflows(text);
  } catch (error) {
    throw new WorkflowError(`${file} ${(error as Error).message}`, { cause: error });
  }
}

/** The variable of a setting of an engine. */
const variableOf = ({ id }: EngineSettings, field: string) =>
  `ENGINE_${id.slice(id.indexOf(":") + 1).toUpperCase()}_${field}`;

/** The reason why a workflow cannot be used, with the file that it is in. */
function inFile(file: string, error: WorkflowError): WorkflowError {
  if (error.message.startsWith(file)) return error;
  return new WorkflowError(`${file}: ${error.message}`, { cause: error });
}

/** @throws WorkflowError, DefaultsError */
function createComfy(settings: EngineSettings): Engine {
  const { workflow, workflowText } = settings;
  if (workflowText !== undefined) return createComfyEngine(settings, readWorkflows(workflowText));
  if (workflow === "checkpoint" || workflow === "flux") {
    return createComfyEngine(settings, templates[workflow]);
  }
  try {
    return createComfyEngine(settings, workflowsIn(workflow));
  } catch (error) {
    throw error instanceof WorkflowError ? inFile(workflow, error) : error;
  }
}

const makers: Record<EngineSettings["kind"], (settings: EngineSettings) => Engine> = {
  openai: createOpenAiEngine,
  runware: (settings) => createRunwareEngine({ ...settings, apiKey: settings.apiKey ?? "" }),
  comfyui: createComfy,
  sdapi: createSdApiEngine,
};

/** Opens one engine, without a guard. @throws Error that says what is wrong with its settings */
export const plainEngine = (settings: EngineSettings): Engine => makers[settings.kind](settings);

/** What is wrong with the settings of an engine, by the setting; null for an error that says nothing of them. */
export function settingFault(error: unknown): ReturnType<OwnEngines["faultOf"]> {
  if (error instanceof DefaultsError) return { setting: "defaults", reason: error.message };
  if (error instanceof WorkflowError) return { setting: "workflow", reason: error.message };
  return null;
}

/** @throws Error that names the setting that is wrong */
function makeEngine(settings: EngineSettings): Engine {
  try {
    return plainEngine(settings);
  } catch (error) {
    const fault = settingFault(error);
    if (!fault) throw error;
    const variable = variableOf(settings, fault.setting.toUpperCase());
    const reason = fault.reason.replace(/\.$/, "");
    throw new Error(`${variable}: ${reason}; see docs/engines.md.`, { cause: error });
  }
}

/**
 * Opens Sketch, which is always there, and every engine the settings name. The first is the default:
 * DEFAULT_ENGINE when given, else Sketch.
 * @param onTrouble called when an engine's breaker opens
 * @throws Error when a workflow file or a default cannot be used or DEFAULT_ENGINE names nothing
 */
export function openEngines(
  env: Pick<Env, "SKETCH_WORKERS" | "ENGINES" | "DEFAULT_ENGINE">,
  onTrouble: (engineId: string, reason: EngineError) => void,
): EngineRegistry {
  const engines = [
    createSketchEngine({ workers: env.SKETCH_WORKERS }),
    ...env.ENGINES.map((settings) => guardEngine(makeEngine(settings), settings, onTrouble)),
  ];
  // The models of this machine come while the program runs: until then Sketch is the first.
  const wanted = env.DEFAULT_ENGINE === "local" ? "sketch" : (env.DEFAULT_ENGINE ?? "sketch");
  const first = engines.findIndex(({ id }) => id === wanted);
  if (first < 0) throw new Error(`DEFAULT_ENGINE: there is no engine ${env.DEFAULT_ENGINE}`);
  const ordered = [engines[first], ...engines.filter((_, index) => index !== first)];
  return new Map(ordered.map((engine) => [engine.id, engine]));
}

/** Closes the engines' threads and connections. */
export async function closeEngines(engines: EngineRegistry): Promise<void> {
  await Promise.all([...engines.values()].map((engine) => engine.close()));
}
