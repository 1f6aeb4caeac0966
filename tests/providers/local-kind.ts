/**
 * The engine `local` where sd-server draws, for mutated answers: the double of sd-server runs all the time, and what the
 * engine starts is a process that passes its connections on to what stands before the double.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findDevice } from "#app/adapters/engines/local/device.ts";
import { createLocalEngine } from "#app/adapters/engines/local/engine.ts";
import { openPictures } from "#app/adapters/engines/local/pictures.ts";
import { startSdServer } from "#app/adapters/engines/local/sd-server/server.ts";
import { openSupervisor } from "#app/adapters/engines/local/supervisor.ts";
import type { InstalledModel } from "#app/rules/local-models.ts";
import { modelForDouble } from "#tests/harness/local-models.ts";
import type { FuzzedKind } from "./fuzz.ts";

const double = fileURLToPath(new URL("sd-server.ts", import.meta.url));

/** Started as sd-server is; the port after its own arguments is where it passes everything on to. It ends with who started it. */
const passOn = `
  const { connect, createServer } = require("node:net");
  const [to, ...args] = process.argv.slice(1);
  createServer((one) => {
    const other = connect(Number(to), "127.0.0.1");
    for (const [from, into] of [[one, other], [other, one]]) {
      from.pipe(into);
      from.on("error", () => into.destroy());
      from.on("close", () => into.destroy());
    }
  }).listen(Number(args[args.indexOf("--listen-port") + 1]), "127.0.0.1");
  process.stdin.resume().on("end", () => process.exit());`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

let installed: readonly InstalledModel[] = [];

async function runDouble() {
  const limits = { minSide: 64, maxSide: 512, multipleOf: 64, maxPixels: 512 * 512, maxSteps: 8 };
  installed = [await modelForDouble({ limits })];
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-loras-"));
  const port = await freePort();
  const [{ path: model }] = installed[0].files;
  const asked = ["--listen-ip", "127.0.0.1", "--listen-port", String(port)];
  const files = ["--lora-model-dir", folder, "--model", model];
  const child = spawn(process.execPath, [double, "--", ...asked, ...files], {
    env: {},
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(text);
    if (said.includes("listening on")) break;
  }
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    async close() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For `fuzz` alone: it has none of the faults of services. */
export const localKind: FuzzedKind = {
  name: "Local over sd-server",
  model: "random",
  provider: runDouble,
  // That a process of ours refuses what we ask is a fault of ours, and is said to be one.
  mayBeOurs: ({ providerCode = "" }) => /^local-(?:bad-request|busy|draw)$/.test(providerCode),
  engine(url) {
    const supervisor = openSupervisor({
      start: ({ request }) =>
        startSdServer(
          request,
          async (args) => ({
            file: process.execPath,
            args: ["-e", passOn, new URL(url).port, ...args],
            cwd: os.tmpdir(),
          }),
          () => undefined,
        ),
      onFault: () => undefined,
      idleMs: 600_000,
      graceMs: 200,
      loadMs: 5_000,
    });
    const engine = createLocalEngine({
      installed: () => installed,
      device: findDevice,
      programOf: () => "sd-server",
      loras: async () => [],
      supervisor,
      pictures: openPictures(async () => undefined),
    });
    return { ...engine, close: () => supervisor.close() };
  },
};
