import { readFileSync } from "node:fs";
import type { Env } from "#app/env.ts";
import { createComfyEngine } from "./comfyui.ts";
import { templates } from "./comfyui/templates.ts";
import { workflowFile, type WorkflowSet } from "./comfyui/workflow.ts";
import type { EngineSettings } from "#app/engine-settings.ts";
import { guardEngine } from "./guarded.ts";
import { createOpenAiEngine } from "./openai.ts";
import type { Engine, EngineError, EngineRegistry } from "./port.ts";
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

/** @throws Error that names the setting and the file */
function createComfy(settings: EngineSettings): Engine {
  const { id, workflow } = settings;
  try {
    const isOurs = workflow === "checkpoint" || workflow === "flux";
    if (isOurs) return createComfyEngine(settings, templates[workflow]);
    try {
      return createComfyEngine(settings, readWorkflows(workflow));
    } catch (error) {
      // What is wrong inside the file is named with it.
      if (error instanceof Error && !error.message.startsWith(workflow)) {
        throw new Error(`${workflow}: ${error.message}`, { cause: error });
      }
      throw error;
    }
  } catch (error) {
    const name = id.slice(id.indexOf(":") + 1).toUpperCase();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`ENGINE_${name}_WORKFLOW: ${reason.replace(/\.$/, "")}; see docs/engines.md.`, {
      cause: error,
    });
  }
}

const makers: Record<EngineSettings["kind"], (settings: EngineSettings) => Engine> = {
  openai: createOpenAiEngine,
  runware: (settings) => createRunwareEngine({ ...settings, apiKey: settings.apiKey ?? "" }),
  comfyui: createComfy,
  sdapi: createSdApiEngine,
};

/**
 * Opens Sketch, which is always there, and every engine the settings name. The first is the default:
 * DEFAULT_ENGINE when given, else Sketch.
 * @param onTrouble called when an engine's breaker opens
 * @throws Error when a workflow file cannot be used or DEFAULT_ENGINE names nothing
 */
export function openEngines(
  env: Pick<Env, "SKETCH_WORKERS" | "ENGINES" | "DEFAULT_ENGINE">,
  onTrouble: (engineId: string, reason: EngineError) => void,
): EngineRegistry {
  const engines = [
    createSketchEngine({ workers: env.SKETCH_WORKERS }),
    ...env.ENGINES.map((settings) =>
      guardEngine(makers[settings.kind](settings), settings, onTrouble),
    ),
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
