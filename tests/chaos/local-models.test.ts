/** A model on this machine whose process, or whose worker, is killed while it loads, draws and decodes. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { castById, type Cast } from "#app/features/generation/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember } from "../harness/factories.ts";
import { modelForDouble } from "../harness/local-models.ts";
import { until } from "../harness/patience.ts";
import { processesWith } from "../harness/processes.ts";
import { testServices } from "../harness/services.ts";
import { expectWhole } from "./whole-casts.ts";

const credits = 60;
const leaseSeconds = "1";
const program = new URL("./local-worker.ts", import.meta.url).pathname;

let services: OpenServices;
let folder: string;
const workers = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-kills-"));
  services = await testServices({
    installedModels: async () => [await modelForDouble()],
    env: { LEASE_SECONDS: leaseSeconds },
  });
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await services.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a worker whose child makes each file in turn at the moment, and waits there. */
async function aWorker(moment: string, files: readonly string[]): Promise<ChildProcess> {
  const { DATABASE_URL = "", DATA_DIR } = services.env;
  const worker = spawn(
    process.execPath,
    [program, ...files.map((file) => `hold-${moment}=${file}`)],
    {
      env: {
        ...process.env,
        NODE_ENV: "test",
        DATABASE_URL,
        DATA_DIR,
        DATABASE_POOL: "6",
        DEMO_SEED: "off",
        HELPERS: "off",
        LEASE_SECONDS: leaseSeconds,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  workers.add(worker);
  worker.once("exit", () => workers.delete(worker));
  await once(worker.stdout, "data");
  return worker;
}

async function end(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
}

test.each(["load", "step", "decode"])(
  "ST-05 a model's process and then its worker killed in %s: no process is left, no cast lost, none charged twice",
  async (moment) => {
    const { id: userId } = await aMember(services, { credits });
    const files = ["child", "worker"].map((victim) => path.join(folder, `${moment}-${victim}`));
    const mine = () => processesWith(files[0]);
    const wanted = { prompt: "the sea", count: 2, quality: "standard", engine: "local" };
    const cast = async () => {
      const input = castInput.parse(wanted);
      return (await requestCast(services, { role: "member", userId }, input, uuidv7())).id;
    };
    const ids = [await cast(), await cast()];
    const first = await aWorker(moment, files);
    await until("the moment to come", () => existsSync(files[0]), Boolean);
    // The worker and one process: the second cast waits, for there is one picture at a time.
    const [child, ...others] = (await mine()).filter((pid) => pid !== first.pid);
    expect(others).toEqual([]);
    process.kill(child, "SIGKILL");
    await until("the moment to come again", () => existsSync(files[1]), Boolean);
    await end(first);
    await expect.poll(mine).toEqual([]);
    const second = await aWorker(moment, files);
    const see = () => Promise.all(ids.map((id) => castById(services.db, userId, id)));
    const casts = await until("both casts to be over", see, (seen) =>
      seen.every((each) => each?.finishedAt),
    );
    const whole = casts.filter((each): each is Cast => each !== null);
    expect(whole.map(({ state, delivered, engine }) => [state, delivered, engine.id])).toEqual([
      ["done", 2, "local"],
      ["done", 2, "local"],
    ]);
    await expectWhole(services, userId, whole, credits);
    await end(second);
    await expect.poll(mine).toEqual([]);
  },
);
