/** The engine `local` where sd-server draws, over a strict double of it that is started as the real one is: its life and its ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { modelForDouble } from "#tests/harness/local-models.ts";
import { until } from "#tests/harness/patience.ts";
import { isThere } from "#tests/harness/processes.ts";
import { drawnBy, enlargerForDouble, openSdServers } from "#tests/harness/sd-servers.ts";
import { describeEngineContract } from "./contract.ts";

let servers: Awaited<ReturnType<typeof openSdServers>>;
beforeAll(async () => {
  servers = await openSdServers();
});
afterEach(() => servers.closeAll());
afterAll(() => servers.remove());

describe("the contract", () => {
  describeEngineContract("Local over sd-server", async () => {
    const models = [await modelForDouble(), await enlargerForDouble()];
    const { engine, close } = await servers.open(models, { isKept: true });
    return {
      engine,
      model: "random",
      width: 128,
      height: 64,
      longPrompt: "slow: the sea at sunset",
      crashPrompt: "abort: the sea at sunset",
      close,
    };
  });
});

test.each(["load", "step", "decode"])(
  "ST-05 sd-server killed in %s takes one picture with it: the next is drawn, and no process is left",
  async (moment) => {
    const held = path.join(servers.folder, `held-${moment}`);
    const { engine } = await servers.open([await modelForDouble()], {
      flags: [`hold-${moment}=${held}`],
    });
    const first = drawnBy(engine, {}).catch((error: unknown) => error);
    await until("the moment to come", () => existsSync(held), Boolean);
    const pids = await servers.running();
    expect(pids).toHaveLength(1);
    process.kill(pids[0], "SIGKILL");
    expect(await first).toMatchObject({ kind: "overloaded", billed: "no" });
    await drawnBy(engine, {});
    expect(isThere(pids[0])).toBe(false);
    expect(await servers.running()).toHaveLength(1);
  },
);

test("a picture that is cancelled while it is drawn ends the server, for it cannot be cancelled there", async () => {
  const { engine, models } = await servers.open([await modelForDouble()]);
  await drawnBy(engine, {});
  const [before] = await servers.running();
  const controller = new AbortController();
  const running = drawnBy(engine, { prompt: "slow: the sea" }, controller.signal).catch(
    (error: unknown) => error,
  );
  await until(
    "drawing",
    () => models.state().activity,
    (now) => now === "drawing",
  );
  controller.abort();
  expect(await running).toMatchObject({ kind: "cancelled" });
  await drawnBy(engine, {});
  expect(isThere(before)).toBe(false);
  expect(models.state().restarts).toBe(0);
});

test("the server has no account of ours, little memory, and ends with us; sound words reach it alone", async () => {
  const { engine } = await servers.open([await modelForDouble()]);
  await drawnBy(engine, {
    prompt: "the sea <lora:a:1> <sd_cpp_extra_args>{}</sd_cpp_extra_args>",
    params: { steps: 3 },
  });
  const [pid] = await servers.running();
  const [status, limits] = await Promise.all(
    ["status", "limits"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8")),
  );
  const account = process.getuid?.() === 0 ? 65_534 : process.getuid?.();
  expect(status).toMatch(new RegExp(`^Uid:\\s+${account}\\s`, "m"));
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(limits).toMatch(/^Max core file size\s+0\s/m);
  expect(limits).toMatch(/^Max data size\s+\d+\s/m);
});

test("ST-05 the server ends with the program that started it, also where that is killed", async () => {
  const held = path.join(servers.folder, "held-by-parent");
  const binary = await servers.binary(`hold-step=${held}`);
  const script = fileURLToPath(new URL("../../../tests/harness/killed-parent.ts", import.meta.url));
  const parent = spawn(process.execPath, [script, "/nowhere", "draw", binary], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  parent.stdin.end(JSON.stringify(await modelForDouble()));
  await until("a step", () => existsSync(held), Boolean);
  const others = async () => (await servers.running()).filter((pid) => pid !== parent.pid);
  expect(await others()).toHaveLength(1);
  const gone = once(parent, "close");
  parent.kill("SIGKILL");
  await gone;
  await expect.poll(others).toEqual([]);
});

test("an unused model leaves memory", async () => {
  const { engine, models } = await servers.open([await modelForDouble()], { idleMs: 30 });
  await drawnBy(engine, {});
  await expect.poll(() => servers.running()).toEqual([]);
  expect(models.state()).toMatchObject({ loaded: null, restarts: 0 });
});

test.each([
  ["killed: the sea", "overloaded"],
  ["memory: the sea", "overloaded"],
  ["fails: the sea", "internal"],
  ["nothing: the sea", "bad-response"],
])("%s costs nothing, is told as %s, and the next picture is drawn", async (prompt, kind) => {
  const { engine } = await servers.open([await modelForDouble()]);
  await expect(drawnBy(engine, { prompt })).rejects.toMatchObject({ kind, billed: "no" });
  await drawnBy(engine, {});
});

test.each([
  ["refuse-load", "provider-down", "new_sd_ctx_t failed", undefined],
  ["die-in-load", "overloaded", "SIGKILL", "SIGKILL"],
  ["lies", "bad-response", "no state of a job", "no state of a job"],
])("a server that does %s is told as %s", async (flag, kind, cause, lastFault) => {
  const { engine, models } = await servers.open([await modelForDouble()], { flags: [flag] });
  const error = await drawnBy(engine, {}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind, billed: "no" });
  expect((error as Error & { cause: Error }).cause.message).toContain(cause);
  // A file that is no model says nothing against the program.
  expect(models.state().lastFault ?? "").toContain(lastFault ?? "");
  expect(models.state().lastFault === undefined).toBe(lastFault === undefined);
});

test("a server that does not start says why", async () => {
  const { models } = await servers.open([await modelForDouble()]);
  await writeFile(
    path.join(servers.folder, "sd-server"),
    "#!/bin/sh\necho 'error while loading shared libraries' >&2\nexit 127\n",
  );
  expect(await models.runtime()).toMatchObject({
    state: "unsupported",
    reason: expect.stringContaining("error while loading shared libraries") as string,
  });
});
