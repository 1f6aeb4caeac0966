import { readFileSync } from "node:fs";
import type { Env } from "#app/env.ts";
import { createComfyEngine } from "./comfyui.ts";
import { templates } from "./comfyui/templates.ts";
import { workflowFile, type WorkflowSet } from "./comfyui/workflow.ts";
import type { EngineSettings } from "#app/engine-settings.ts";
import { guardEngine } from "./guarded.ts";
import { createOpenAiEngine } from "./openai.ts";
import type { Engine, EngineError, EngineRegistry } from "./port.ts";
import { DefaultsError } from "./remote/defaults.ts";
import { createRunwareEngine } from "./runware.ts";
import { createSdApiEngine } from "./sdapi.ts";
import { createSketchEngine } from "./sketch.ts";

function readWorkflows(file: string): WorkflowSet {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} ${code === "ENOENT" ? "is missing" : `cannot be read (${code})`}`, {
      cause: error,
    });
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const [at] = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "") ?? [];
    throw new Error(`${file} is no JSON${at ? `, ${at}` : ""}`, { cause: error });
  }
  const parsed = workflowFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${file} is no workflow (${issue.path.join(".") || "all of it"}: ${issue.message})`,
  );
}

/** The variable of a setting of an engine. */
const variableOf = ({ id }: EngineSettings, field: string) =>
  `ENGINE_${id.slice(id.indexOf(":") + 1).toUpperCase()}_${field}`;

/** @throws Error that names the setting and the file */
function createComfy(settings: EngineSettings): Engine {
  const { workflow } = settings;
  try {
    const isOurs = workflow === "checkpoint" || workflow === "flux";
    if (isOurs) return createComfyEngine(settings, templates[workflow]);
    try {
      return createComfyEngine(settings, readWorkflows(workflow));
    } catch (error) {
      // What is wrong inside the file is named with it.
      if (error instanceof DefaultsError) throw error;
      if (error instanceof Error && !error.message.startsWith(workflow)) {
        throw new Error(`${workflow}: ${error.message}`, { cause: error });
      }
      throw error;
    }
  } catch (error) {
    if (error instanceof DefaultsError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${variableOf(settings, "WORKFLOW")}: ${reason.replace(/\.$/, "")}; see docs/engines.md.`,
      {
        cause: error,
      },
    );
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

/** @throws Error that names the setting that is wrong */
function makeEngine(settings: EngineSettings): Engine {
  try {
    return plainEngine(settings);
  } catch (error) {
    if (!(error instanceof DefaultsError)) throw error;
    throw new Error(`${variableOf(settings, "DEFAULTS")}: ${error.message}; see docs/engines.md.`, {
      cause: error,
    });
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
  const first = engines.findIndex(({ id }) => id === (env.DEFAULT_ENGINE ?? "sketch"));
  if (first < 0) throw new Error(`DEFAULT_ENGINE: there is no engine ${env.DEFAULT_ENGINE}`);
  const ordered = [engines[first], ...engines.filter((_, index) => index !== first)];
  return new Map(ordered.map((engine) => [engine.id, engine]));
}

/** Closes the engines' threads and connections. */
export async function closeEngines(engines: EngineRegistry): Promise<void> {
  await Promise.all([...engines.values()].map((engine) => engine.close()));
}
