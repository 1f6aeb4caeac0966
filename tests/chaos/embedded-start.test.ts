import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAlive, markOf, type ProcessMark } from "#app/db/embedded/process.ts";
import { quickTemporaryFolder } from "#tests/harness/quick-folder.ts";

const script = fileURLToPath(new URL("../../scripts/bootstrap.mjs", import.meta.url));
const started: ChildProcess[] = [];
let folder: string;

beforeAll(async () => {
  folder = await quickTemporaryFolder();
});
afterAll(async () => {
  for (const child of started) child.kill("SIGTERM");
  const running = started.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(running.map((child) => once(child, "exit")));
  await rm(folder, { recursive: true, force: true });
});

function launch(program: string, args: string[]): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: folder,
    PORT: "0",
    DEMO_SEED: "off",
  };
  const child = spawn(program, args, { env, stdio: "pipe" });
  started.push(child);
  return child;
}

const run = (args: string[]) => launch(process.execPath, [script, ...args]);

/** Starts the program as `npm start` does and waits until it prints its address. */
async function start(): Promise<{
  child: ChildProcess;
  url: string;
  output: () => string;
}> {
  const child = run(["start"]);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = / is ready on (http:\S+)/.exec(output);
      if (found) resolve(found[1]);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", () => reject(new Error(output)));
  });
  return { child, url, output: () => output };
}

async function admin(args: string[], typed = ""): Promise<string> {
  const child = run(["admin", ...args]);
  child.stdin?.end(typed);
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, "close")) as [number];
  return `${status}: ${output.trim()}`;
}

async function postmaster(): Promise<ProcessMark> {
  const text = await readFile(path.join(folder, "postgres/data/postmaster.pid"), "utf8");
  const mark = await markOf(Number(text.split("\n")[0]));
  if (!mark) throw new Error("PostgreSQL does not run");
  return mark;
}

/** The program itself, which the bootstrap started. */
async function programOf(child: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
  return Number(text.trim().split(" ")[0]);
}

/** Runs a command at a terminal of its own (script(1) makes one) and answers its prompts. */
async function adminAtTerminal(args: string[], answers: [prompt: string, typed: string][]) {
  const command = [process.execPath, script, "admin", ...args].map((part) => `'${part}'`).join(" ");
  const child = launch("script", ["--quiet", "--return", "--command", command, "/dev/null"]);
  const waiting = [...answers];
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    const [prompt, typed] = waiting[0] ?? [];
    if (prompt === undefined || !output.includes(prompt)) return;
    waiting.shift();
    child.stdin?.write(typed);
  });
  const [status] = (await once(child, "close")) as [number];
  return { status, output };
}

const ada = ["--email", "ada@example.org", "--name", "Ada"];

test("start, use by the printed link and the command line, Ctrl-C: everything ends, the database too", async () => {
  const { child, url, output } = await start();
  // Only root is warned of the risk.
  await expect.poll(output).toMatch(/No mail server is set/);
  expect(output().includes("runs as root")).toBe(process.getuid?.() === 0);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(url)).text()).toContain("</html>");
  await expect.poll(output).toMatch(/\/login\?setup=[\w-]{43}\n/);
  const [link = "", token = ""] = /http:\S+\/login\?setup=([\w-]+)/.exec(output()) ?? [];
  expect(await (await fetch(link)).text()).toContain("Make the first admin");
  const first = { token, name: "Eve", email: "eve@example.org", password: "a first lantern 41" };
  const answer = await fetch(`${url}/api/first-admin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(first),
  });
  expect(answer.status).toBe(200);
  // The requests are logged, and the link that was printed is in none of their lines.
  await expect.poll(output).toContain("the first admin was made");
  expect(output().split(token)).toHaveLength(2);
  const made = await admin(["create-user", ...ada, "--password-stdin"], "a plain lantern 42\n");
  expect(made).toMatch(/^0: created ada/);
  const database = await postmaster();
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await isAlive(database)).toBe(false);
});

/** Permissions of other users below the data folder, except in the database's folder. */
async function openToOthers(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => !name.startsWith(path.join(folder, "postgres", "data", path.sep)));
  const rights = await Promise.all(
    paths.map(async (name) => `${((await stat(name)).mode & 0o077).toString(8)} ${name}`),
  );
  // As root the account of the database comes through two folders, by its group.
  return rights.filter((line) => !/^(?:0|10) /.test(line));
}

test("nothing that the program wrote can be read by other users", async () => {
  expect((await stat(folder)).mode & 0o007).toBe(0);
  expect(await openToOthers()).toEqual([]);
});

test("the command line works while nothing runs, and leaves nothing running", async () => {
  expect(await admin(["check"])).toBe("0: all invariants hold");
  await expect(postmaster()).rejects.toThrow(/ENOENT|does not run/);
});

test.skipIf(!existsSync("/usr/bin/script"))(
  "at a terminal the password is asked for and never shown",
  async () => {
    const set = ["set-password", "--email", "ada@example.org"];
    const { status, output } = await adminAtTerminal(set, [
      ["Password: ", "a second lantern 43\r"],
      ["again: ", "a second lantern 43\r"],
    ]);
    expect(output).toContain("ada@example.org has a new password");
    expect(output).not.toContain("lantern");
    expect(status).toBe(0);
    const stopped = await adminAtTerminal(set, [["Password: ", "half\u0003"]]);
    expect(stopped).toMatchObject({ status: 1, output: expect.stringContaining("No password") });
  },
);

test("after kill -9 of the program and its supervisor, a new start recovers everything", async () => {
  const first = await start();
  const program = await programOf(first.child);
  const ended = once(first.child, "exit");
  // Otherwise it would start the program again by itself.
  first.child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  process.kill(program, "SIGKILL");
  const database = await postmaster();
  const second = await start();
  expect(await postmaster()).toEqual(database);
  expect(await admin(["set-role", "--email", "ada@example.org", "--role", "admin"])).toMatch(
    /^0: /,
  );
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  second.child.kill("SIGTERM");
  expect(await once(second.child, "exit")).toEqual([0, null]);
  expect(await isAlive(database)).toBe(false);
});
