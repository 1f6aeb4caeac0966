import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const nice = `
  const { readdirSync, readFileSync } = await import("node:fs");
  const { stat } = await import("node:fs/promises");
  const { letTheSiteGoFirst } = await import(process.argv[1]);
  await stat(".");
  letTheSiteGoFirst();
  const { Worker } = await import("node:worker_threads");
  const later = new Worker("setInterval(() => {}, 1000); require('node:worker_threads').parentPort.postMessage(1)", { eval: true, execArgv: [] });
  await new Promise((resolve) => later.once("message", resolve));
  const threads = readdirSync("/proc/self/task").map((id) => readFileSync("/proc/self/task/" + id + "/stat", "utf8"));
  console.log(JSON.stringify(threads.map((line) => Number(line.split(") ")[1].split(" ")[16]))));
  process.exit();
`;

test.runIf(process.platform === "linux")(
  "bulk work runs at a lower priority in all its threads, early and late ones",
  async () => {
    const file = path.join(import.meta.dirname, "priority.ts");
    const args = ["--input-type=module", "-e", nice, file];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const values = JSON.parse(stdout) as number[];
    expect(values.length).toBeGreaterThan(5);
    expect(new Set(values)).toEqual(new Set([10]));
  },
);
