import type { Env } from "../../env.ts";
import type { EngineRegistry } from "./port.ts";
import { createSketchEngine } from "./sketch.ts";

/** Opens every engine the settings name. Sketch is always there and comes first, so it is the default. */
export function openEngines(env: Pick<Env, "SKETCH_WORKERS">): EngineRegistry {
  const sketch = createSketchEngine({ workers: env.SKETCH_WORKERS });
  return new Map([[sketch.id, sketch]]);
}

/** Ends what the engines keep open (threads, connections). */
export async function closeEngines(engines: EngineRegistry): Promise<void> {
  await Promise.all([...engines.values()].map((engine) => engine.close()));
}
