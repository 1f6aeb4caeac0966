import type { Script } from "../harness/quick-engine.ts";

/** Behaviour of the quick engine in the kill tests, by the first word of the prompt. */
export const chaosScripts: Record<string, Script> = {
  plain: { pictureMs: 40, progress: true },
  long: { pictureMs: 900 },
  half: { pictureMs: 40, delivers: 2 },
  refuse: { delivers: 0, throws: { kind: "moderated-prompt" } },
};
