import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { isBuilt, sourceHash } from "./build.mjs";
import { readReport } from "./test.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const temporary = await mkdtemp(path.join(os.tmpdir(), "echoform-bootstrap-"));
afterAll(() => rm(temporary, { recursive: true, force: true }));

/** A clone with the real scripts, an empty lock file and a fake npm. */
async function aClone(npm) {
  const clone = await mkdtemp(path.join(temporary, "clone-"));
  await cp(path.join(root, "scripts"), path.join(clone, "scripts"), { recursive: true });
  await writeFile(
    path.join(clone, "package.json"),
    JSON.stringify({ name: "clone", type: "module" }),
  );
  await writeFile(path.join(clone, "package-lock.json"), JSON.stringify({ packages: {} }));
  const cli = path.join(clone, "npm-cli.cjs");
  await writeFile(
    cli,
    `if (process.argv[2] === "--version") { console.log("11.0.0"); process.exit(0); }\n${npm}`,
  );
  return { clone, env: { npm_execpath: cli } };
}

async function bootstrap(clone, args, env = {}) {
  const script = path.join(clone, "scripts", "bootstrap.mjs");
  const clean = { PATH: process.env.PATH, HOME: process.env.HOME };
  const child = spawn(process.execPath, [script, ...args], { env: { ...clean, ...env } });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [status] = await once(child, "close");
  return { status, output };
}

test("an unknown command is reported with the list of commands", async () => {
  const { status, output } = await bootstrap(root, ["fly"]);
  expect(status).toBe(1);
  expect(output).toBe(
    'Unknown command "fly": use one of start, test, admin, dev, bench, local-runtime.\n',
  );
});

test("a taken port is reported before anything else is done", async () => {
  const server = net.createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address();
  const { status, output } = await bootstrap(root, ["start"], { PORT: String(port) });
  server.close();
  expect(status).toBe(1);
  expect(output).toBe(
    `Port ${port} is taken: stop the program that uses it, or choose another, e.g. PORT=${port + 1} npm start.\n`,
  );
});

test("an unusable data folder is reported", async () => {
  const file = path.join(temporary, "file");
  await writeFile(file, "");
  const env = { PORT: "0", DATA_DIR: path.join(file, "data") };
  const { status, output } = await bootstrap(root, ["start"], env);
  expect(status).toBe(1);
  expect(output).toMatch(
    /^The data folder .* cannot be used \((?:ENOTDIR|EEXIST)\): .*DATA_DIR to another\.\n$/,
  );
});

test("a data folder below /proc is refused at once, although Node would retry for ever", async () => {
  const env = { PORT: "0", DATA_DIR: "/proc/nothing/data" };
  expect(await bootstrap(root, ["start"], env)).toEqual({
    status: 1,
    output:
      "The data folder /proc/nothing/data cannot be used (ENOENT): no folder can be there: set DATA_DIR to another.\n",
  });
});

const mayMount = spawnSync("unshare", ["-rm", "true"]).status === 0;

test.skipIf(!mayMount)("a read-only disk is reported as read-only", async () => {
  const disk = await mkdtemp(path.join(temporary, "disk-"));
  const start = `mount -t tmpfs -o ro none '${disk}' && exec "$0" scripts/bootstrap.mjs start`;
  for (const folder of [disk, path.join(disk, "data")]) {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", DATA_DIR: folder };
    const { status, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", start, process.execPath], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(stderr).toBe(
      `The data folder ${folder} cannot be used (EROFS): the disk is read-only: set DATA_DIR to a folder on another.\n`,
    );
    expect(status).toBe(1);
  }
});

test.each([
  ["npm error code ENOTFOUND", /registry is not reachable/],
  ["npm error code ECONNREFUSED", /registry is not reachable/],
  ["npm error code ENOSPC", /the disk is full/],
  ["npm error code EACCES", /may not be written/],
  ["npm error code E404", /lacks a package/],
  ["npm error code EUSAGE", /do not fit together/],
  ["npm error something new", /see the lines above/],
])("when npm ci says %s, one sentence says what to do", async (words, sentence) => {
  const { clone, env } = await aClone(`console.error(${JSON.stringify(words)}); process.exit(1);`);
  const { status, output } = await bootstrap(clone, ["bench"], env);
  expect(status).toBe(1);
  expect(output.trim().split("\n").at(-1)).toMatch(sentence);
  expect(output).toContain(words);
});

test("an npm too old for the lock is reported", async () => {
  const { clone, env } = await aClone("");
  await writeFile(env.npm_execpath, 'console.log("6.14.18");');
  const { output } = await bootstrap(clone, ["bench"], env);
  expect(output).toMatch(/^npm 6\.14\.18 is too old/);
});

const makesFolder = 'require("node:fs").mkdirSync("node_modules", { recursive: true });';

test("packages are installed once, and again when the lock changes", async () => {
  const counts = 'require("node:fs").appendFileSync("calls", `${process.argv[2]}\\n`);';
  const { clone, env } = await aClone(makesFolder + counts);
  await writeFile(
    path.join(clone, "scripts", "admin.ts"),
    'console.log("ran", ...process.argv.slice(2));',
  );
  const first = await bootstrap(clone, ["admin", "check", "--all"], env);
  expect(first).toEqual({ status: 0, output: "ran check --all\n" });
  await bootstrap(clone, ["admin"], env);
  await writeFile(path.join(clone, "package-lock.json"), JSON.stringify({ packages: { "": {} } }));
  await bootstrap(clone, ["admin"], env);
  expect(await readFile(path.join(clone, "calls"), "utf8")).toBe("ci\nci\n");
});

test(".env sets only unset variables; its names and malformed lines are passed on", async () => {
  const { clone, env } = await aClone(makesFolder);
  const program = `const { PORT, HOST, NOTE, MODERATE, ECHOFORM_DOTENV_NAMES: names } = process.env;
    console.log(JSON.stringify([PORT, HOST, NOTE, MODERATE, names]));`;
  await writeFile(path.join(clone, "scripts", "admin.ts"), program);
  const lines = [
    "# a comment",
    "PORT=1",
    "HOST=from-file",
    'NOTE="two',
    'lines"',
    "MODERATE before",
  ];
  await writeFile(path.join(clone, ".env"), `${lines.join("\n")}\nMODERATE=before # why\n`);
  const { status, output } = await bootstrap(clone, ["admin"], { ...env, PORT: "2" });
  expect(output.split("\n")).toEqual([
    "warning: line 6 of .env is no NAME=value and sets nothing",
    JSON.stringify(["2", "from-file", "two\nlines", "before", "HOST,MODERATE,NOTE,PORT"]),
    "",
  ]);
  expect(status).toBe(0);
});

test("an unreadable .env is reported in one sentence", async () => {
  const { clone, env } = await aClone(makesFolder);
  await mkdir(path.join(clone, ".env"));
  expect(await bootstrap(clone, ["admin"], env)).toEqual({
    status: 1,
    output: `${path.join(clone, ".env")} cannot be read (EISDIR): make it a file that this user may read.\n`,
  });
});

test.each([" ", "0x1010", "3e3", "-1", "65536", "http"])(
  "PORT=%j is refused before anything else is done",
  async (port) => {
    const { status, output } = await bootstrap(root, ["start"], {
      PORT: port,
      DATA_DIR: path.join(temporary, "unused"),
    });
    expect(output).toBe(`PORT is "${port}": set it to a number from 0 to 65535.\n`);
    expect(status).toBe(1);
  },
);

test("the program's exit status is the command's", async () => {
  const { clone, env } = await aClone(makesFolder);
  await writeFile(path.join(clone, "scripts", "admin.ts"), "process.exit(7);");
  expect((await bootstrap(clone, ["admin"], env)).status).toBe(7);
});

test("signals reach the program once, and it says how it ended", async () => {
  const { clone, env } = await aClone(makesFolder);
  const program = `let n = 0; process.on("SIGINT", () => { n += 1; setTimeout(() => process.exit(n === 1 ? 3 : 4), 300); });
    console.log("up"); setInterval(() => {}, 1000);`;
  await writeFile(path.join(clone, "scripts", "admin.ts"), program);
  const script = path.join(clone, "scripts", "bootstrap.mjs");
  const child = spawn(process.execPath, [script, "admin"], { env: { ...process.env, ...env } });
  await once(child.stdout, "data");
  // The terminal and npm both forward Ctrl-C.
  child.kill("SIGINT");
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([3, null]);
});

test("when npm's shell has ended, the program is stopped", async () => {
  const { clone, env } = await aClone(makesFolder);
  const program = `process.on("SIGTERM", () => process.exit(0)); console.log(process.pid); setInterval(() => {}, 1000);`;
  await writeFile(path.join(clone, "scripts", "admin.ts"), program);
  const line = `"${process.execPath}" "${path.join(clone, "scripts", "bootstrap.mjs")}" admin; true`;
  const surroundings = { ...process.env, ...env, npm_lifecycle_event: "start" };
  const shell = spawn("/bin/sh", ["-c", line], { env: surroundings });
  const [pid] = await once(shell.stdout, "data");
  shell.kill("SIGTERM");
  const isThere = () => existsSync(`/proc/${Number(pid)}`);
  await expect.poll(isThere).toBe(false);
});

test("the hash of the sources changes with a source and not with a test", async () => {
  const clone = await mkdtemp(path.join(temporary, "sources-"));
  await mkdir(path.join(clone, "src"));
  await writeFile(path.join(clone, "src", "a.ts"), "1");
  const before = sourceHash(clone);
  await writeFile(path.join(clone, "src", "a.test.ts"), "1");
  expect(sourceHash(clone)).toBe(before);
  expect(isBuilt(clone)).toBe(false);
  await mkdir(path.join(clone, "build"));
  await writeFile(path.join(clone, "build", ".stamp"), before);
  expect(isBuilt(clone)).toBe(true);
  await writeFile(path.join(clone, "src", "a.ts"), "2");
  expect(isBuilt(clone)).toBe(false);
});

const good = {
  name: path.resolve("a.test.ts"),
  status: "passed",
  assertionResults: [{ status: "passed" }],
};
const redTest = { status: "failed", fullName: "b", failureMessages: ["expected 1 to be 2\nat b"] };
const red = { name: path.resolve("b.test.ts"), status: "failed", assertionResults: [redTest] };
const broken = {
  name: path.resolve("c.test.ts"),
  status: "failed",
  message: "no module d\nat c",
  assertionResults: [],
};

test.each([
  ["all is well", 0, [3, 1, 0], [good], { passed: 3, skipped: 1, failures: [] }],
  [
    "a test fails",
    1,
    [2, 0, 0],
    [good, red],
    { passed: 2, skipped: 0, failures: ["b.test.ts > b: expected 1 to be 2"] },
  ],
  [
    "a file cannot run",
    1,
    [2, 0, 0],
    [good, broken],
    { passed: 2, skipped: 0, failures: ["c.test.ts: no module d"] },
  ],
  [
    "an error is outside all tests",
    1,
    [2, 0, 0],
    [good],
    { passed: 2, skipped: 0, failures: ["an error outside every test"] },
  ],
])("counting when %s", async (_case, status, numbers, testResults, counts) => {
  const [numPassedTests, numPendingTests, numTodoTests] = numbers;
  const file = path.join(temporary, `report-${Math.random()}.json`);
  const report = { numPassedTests, numPendingTests, numTodoTests, testResults };
  await writeFile(file, JSON.stringify(report));
  expect(readReport(file, status)).toEqual({ ...counts, failed: counts.failures.length });
});

test("a run says which error was outside its tests", async () => {
  const file = path.join(temporary, "outside.json");
  const numbers = { numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  await writeFile(file, JSON.stringify(numbers));
  const output =
    "\n\u001B[31m⎯⎯ Unhandled Error ⎯⎯\u001B[39m\n\u001B[31mError\u001B[39m: no such file\n    at c.ts\n";
  expect(readReport(file, 1, output).failures).toEqual([
    "an error outside every test: Error: no such file",
  ]);
});

test("a run that wrote no report counts as one failure", () => {
  expect(readReport(path.join(temporary, "none.json"), 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ["a run of tests wrote no report"],
  });
});
