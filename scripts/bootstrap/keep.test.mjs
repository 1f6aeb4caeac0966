import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-keep-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const module = pathToFileURL(path.join(import.meta.dirname, "run.mjs")).href;

/**
 * Supervises a program as npm start does, with delays of milliseconds. The program records each start with the delay
 * since its last end.
 * @param program what each run does; `run` is its number, from 1
 */
async function keep(program, options = {}) {
  const home = await mkdtemp(path.join(folder, "case-"));
  const notes = path.join(home, "starts");
  const script = path.join(home, "program.mjs");
  await writeFile(
    script,
    `import { appendFileSync, readFileSync } from "node:fs";
    appendFileSync(${JSON.stringify(notes)}, process.env.ECHOFORM_RESTARTS + "\\n");
    const run = readFileSync(${JSON.stringify(notes)}, "utf8").trim().split("\\n").length;
    const ready = () => new Promise((resolve) => process.send("ready", resolve));
    ${program}`,
  );
  const keeper = `import { keepProgram } from ${JSON.stringify(module)};
    const options = ${JSON.stringify({ delays: [0.01, 0.02], ...options })};
    process.exit(await keepProgram(process.execPath, [${JSON.stringify(script)}], ".", options));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", keeper]);
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = once(child, "close");
  return {
    child,
    output: () => output,
    async end() {
      const [status] = await ended;
      const starts = (await readFile(notes, "utf8")).trim().split("\n").map(Number);
      return { status, starts, output };
    },
  };
}

test("a running program is restarted after an error, a crash and a kill, but not after a normal end", async () => {
  const kept = await keep(`await ready();
    if (run === 1) process.exit(1);
    if (run === 2) process.kill(process.pid, "SIGKILL");
    if (run === 3) process.abort();
    process.exit(0);`);
  const { status, starts, output } = await kept.end();
  expect([status, starts]).toEqual([0, [0, 1, 2, 3]]);
  const said = output.split("\n").filter((line) => line.includes("started again"));
  expect(said).toEqual([
    "The program ended with status 1; it is started again in 0.01 s.",
    "The program ended with status 137; it is started again in 0.02 s.",
    "The program ended with status 134; it is started again in 0.02 s.",
  ]);
});

test("the restart delay is reset after a long run", async () => {
  const kept = await keep("await ready(); process.exit(run < 4 ? 5 : 0);", { lasting: 0 });
  const { output } = await kept.end();
  expect(output.match(/in 0\.01 s/g)).toHaveLength(3);
});

test("a program that never became ready is not restarted", async () => {
  const { status, starts } = await (await keep("process.exit(3);")).end();
  expect([status, starts]).toEqual([3, [0]]);
});

test("invalid settings are not retried, even after a successful run", async () => {
  const kept = await keep("if (run === 1) { await ready(); process.exit(1); } process.exit(78);");
  const { status, starts } = await kept.end();
  expect([status, starts]).toEqual([78, [0, 1]]);
});

test("ten failed starts in a row end the retries", async () => {
  const kept = await keep("if (run === 1) await ready(); process.exit(9);");
  const { status, starts } = await kept.end();
  expect(status).toBe(9);
  expect(starts).toHaveLength(11);
});

test("a signal is passed on to the program, which is not restarted whatever its status", async () => {
  const kept = await keep(`process.on("SIGTERM", () => process.exit(4));
    await ready(); console.log("up"); setInterval(() => {}, 1000);`);
  await once(kept.child.stdout, "data");
  kept.child.kill("SIGTERM");
  const { status, starts } = await kept.end();
  expect([status, starts]).toEqual([4, [0]]);
});

test("a signal during the restart delay ends it", async () => {
  const kept = await keep("await ready(); process.exit(1);", { delays: [600] });
  await expect.poll(kept.output).toContain("started again in 600 s");
  kept.child.kill("SIGINT");
  const { status, starts } = await kept.end();
  expect([status, starts]).toEqual([1, [0]]);
});
