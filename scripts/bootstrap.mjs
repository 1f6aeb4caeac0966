// The one entry point of the program: `npm start`, `npm test`, `npm run admin|dev|bench` all start here. Plain
// JavaScript without dependencies, for Node 20 and later: it installs and builds what is missing or out of date, then
// starts the pinned Node 24.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./bootstrap/build.mjs";
import { readDotEnv } from "./bootstrap/dot-env.mjs";
import { runDev } from "./bootstrap/dev.mjs";
import { ensureInstalled } from "./bootstrap/install.mjs";
import { assertFolderWritable, assertNode, assertPortFree } from "./bootstrap/preflight.mjs";
import { findNode24, keepProgram, runProgram } from "./bootstrap/run.mjs";
import { fail, quiet } from "./bootstrap/say.mjs";
import { runLocalRuntime, runTests } from "./bootstrap/test.mjs";

/** `npm start` and the command line run the program; all else also changes and tests it. */
const toRun = { development: false };
const toDevelop = { development: true };

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

async function start(args) {
  readDotEnv(root);
  await assertPortFree(process.env);
  assertFolderWritable(path.resolve(root, process.env.DATA_DIR || "data"));
  await ensureInstalled(root, toRun);
  const node = findNode24(root);
  await ensureBuilt(root, node);
  return keepProgram(node, ["build/program/main.js", ...args], root);
}

async function admin(args) {
  readDotEnv(root);
  quiet();
  await ensureInstalled(root, toRun);
  return runProgram(findNode24(root), ["scripts/admin.ts", ...args], root);
}

async function dev(args) {
  readDotEnv(root);
  await ensureInstalled(root, toDevelop);
  return runDev(root, findNode24(root), args);
}

async function bench(args) {
  await ensureInstalled(root, toDevelop);
  const node = findNode24(root);
  await ensureBuilt(root, node);
  return runProgram(node, ["tests/bench/run.ts", ...args], root);
}

async function test(args) {
  await ensureInstalled(root, toDevelop);
  return runTests(root, findNode24(root), args);
}

async function localRuntime() {
  await ensureInstalled(root, toDevelop);
  return runLocalRuntime(root, findNode24(root));
}

const commands = { start, test, admin, dev, bench, "local-runtime": localRuntime };

assertNode();
const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name ?? "") ? commands[name] : null;
if (!command) {
  fail(`Unknown command "${name ?? ""}": use one of ${Object.keys(commands).join(", ")}.`);
}
process.chdir(root);
process.exitCode = await command(args);
