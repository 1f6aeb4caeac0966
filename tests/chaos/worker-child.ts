/**
 * The program's worker in a process of its own, which the test kills: over the database and files of the test, with
 * the quick engine. Arguments: `work`, or `serve` for a process that asks for casts without drawing any.
 * Prints `{"ready":true}`, then replies to each line of standard input, `{"cast": …}`, `{"cancel": …}`,
 * `{"change": …}` or `{"grid": …}`, with a line.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { readEnv } from "#app/env.ts";
import { cancelCast, requestCast } from "#app/features/generation/commands.ts";
import { requestGrid } from "#app/features/generation/commands/grids.ts";
import { changeWaiting } from "#app/features/generation/commands/queue.ts";
import { castInput, type QueueChange } from "#app/features/generation/inputs.ts";
import { gridInput, type GridRequest } from "#app/features/generation/inputs/grids.ts";
import { startWorker } from "#app/features/generation/jobs.ts";
import type { Member } from "#app/lib/actor.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { chaosScripts } from "./cast-scripts.ts";

export type Order =
  | { cast: { userId: string; prompt: string; count: number; key: string } }
  | { cancel: { userId: string; id: string } }
  | { change: { userId: string; id: string; to: QueueChange } }
  | { grid: { userId: string; key: string; input: GridRequest } };

const engine = quickEngine(chaosScripts);
const services = await openServices(readEnv(process.env), {
  log: openLog("silent"),
  engines: new Map([[engine.id, engine]]),
});
const member = (userId: string): Member => ({ role: "member", userId });

async function obey(order: Order): Promise<unknown> {
  if ("cancel" in order) {
    return cancelCast(services, member(order.cancel.userId), order.cancel.id);
  }
  if ("change" in order) {
    const { userId, id, to } = order.change;
    return changeWaiting(services, member(userId), id, to);
  }
  if ("grid" in order) {
    const { userId, key, input } = order.grid;
    return requestGrid(services, member(userId), gridInput.parse(input), key);
  }
  const { userId, key, ...wanted } = order.cast;
  return requestCast(
    services,
    member(userId),
    castInput.parse({ quality: "standard", ...wanted }),
    key,
  );
}

if (process.argv[2] === "work") startWorker(services);
writeSync(1, `${JSON.stringify({ ready: true })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  writeSync(1, `${JSON.stringify(await obey(JSON.parse(line) as Order))}\n`);
}
