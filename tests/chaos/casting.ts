import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { v7 as uuidv7 } from "uuid";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { startWorker } from "#app/features/generation/jobs.ts";
import { castById, type Cast } from "#app/features/generation/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { until } from "../harness/patience.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { testServices } from "../harness/services.ts";
import { chaosScripts } from "./cast-scripts.ts";
import type { Order } from "./worker-child.ts";

const childFile = new URL("./worker-child.ts", import.meta.url).pathname;
const leaseSeconds = "1";
/** What each member of these tests has. */
export const credits = 60;

export type Child = {
  /** Sends a command. @returns the process's reply, or null when it died */
  order(order: Order): Promise<{ id?: string } | null>;
  kill(): void;
  /** Waits for the end. @returns the signal that ended it */
  death: Promise<string | null>;
};

export type Wanted = { prompt: string; count: number };

/** A cast of each outcome, and how many pictures of each are delivered. */
export const mixture: Wanted[] = [
  { prompt: "plain lake", count: 3 },
  { prompt: "half a lake", count: 4 },
  { prompt: "refuse the lake", count: 2 },
  { prompt: "long lake", count: 2 },
];
export const delivered = [3, 2, 0, 2];

export type Casting = {
  services: OpenServices;
  /** Another process over the same database. */
  aChild(mode: "work" | "serve", failpoint?: string): Promise<Child>;
  castAll(userId: string, wanted: readonly Wanted[]): Promise<string[]>;
  /** A healthy worker finishes what a kill left. @returns the casts, all finished */
  recover(userId: string, ids: readonly string[]): Promise<Cast[]>;
  close(): Promise<void>;
};

/** Services, and processes that cast over the same database and can be killed. */
export async function openCasting(): Promise<Casting> {
  const engine = quickEngine(chaosScripts);
  const services = await testServices({
    engines: new Map([[engine.id, engine]]),
    env: { LEASE_SECONDS: leaseSeconds, WORKER_CONCURRENCY: "4" },
  });
  const children = new Set<ChildProcess>();
  return {
    services,
    async aChild(mode, failpoint) {
      const { DATABASE_URL = "", DATA_DIR } = services.env;
      const child = spawn(process.execPath, [childFile, mode], {
        env: {
          ...process.env,
          NODE_ENV: "test",
          DATABASE_URL,
          DATA_DIR,
          DATABASE_POOL: "6",
          DEMO_SEED: "off",
          LEASE_SECONDS: leaseSeconds,
          WORKER_CONCURRENCY: "4",
          FAILPOINT: failpoint ?? "",
        },
        stdio: ["pipe", "pipe", "inherit"],
      });
      children.add(child);
      const death = once(child, "exit").then(([, signal]) => {
        children.delete(child);
        return signal as string | null;
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const hear = async () => {
        const { value, done } = await lines.next();
        return done ? null : (JSON.parse(value) as { id?: string });
      };
      // One that dies at its first claim may do so before it can say that it is ready.
      await hear();
      return {
        death,
        kill: () => child.kill("SIGKILL"),
        order(order) {
          child.stdin.write(`${JSON.stringify(order)}\n`);
          return hear();
        },
      };
    },
    async castAll(userId, wanted) {
      const ids: string[] = [];
      for (const one of wanted) {
        const input = castInput.parse({ quality: "standard", ...one });
        ids.push((await requestCast(services, { role: "member", userId }, input, uuidv7())).id);
      }
      return ids;
    },
    async recover(userId, ids) {
      const worker = startWorker(services);
      const see = () => Promise.all(ids.map((id) => castById(services.db, userId, id)));
      const areOver = (casts: (Cast | null)[]) => casts.every((cast) => cast?.finishedAt);
      const casts = await until("all casts to be over", see, areOver);
      await worker.stop();
      return casts.filter((cast) => cast !== null);
    },
    async close() {
      for (const child of children) child.kill("SIGKILL");
      await services.close();
    },
  };
}
