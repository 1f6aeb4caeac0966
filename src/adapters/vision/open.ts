import type { Env } from "#app/env.ts";
import { createLocalVision } from "./local.ts";
import type { Vision } from "./port.ts";

/** The helpers that HELPERS names; nothing is started before the first call. */
export function openVision(env: Pick<Env, "HELPERS">): Vision {
  return createLocalVision({ helpers: env.HELPERS });
}
