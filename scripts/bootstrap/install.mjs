import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { assertFreeSpace } from "./preflight.mjs";
import { capture } from "./run.mjs";
import { fail, timed } from "./say.mjs";

const NEEDED_MB = 1200;

const reasons = [
  [/ENOSPC|no space left/i, "the disk is full: free some space"],
  [/EACCES|EPERM|EROFS/, "the folder may not be written: change its owner or clone it elsewhere"],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'the package registry is not reachable: check the network or "npm config get registry"',
  ],
  [
    /E401|E403|ENEEDAUTH/,
    'the package registry refuses us: check "npm config get registry" and its login',
  ],
  [
    /E404|ETARGET|notarget/i,
    'the package registry lacks a package: check "npm config get registry"',
  ],
  [
    /EUSAGE|not in sync/i,
    "package.json and package-lock.json do not fit together: take both from the repository",
  ],
];

/** npm's executable and its first arguments. */
function npmCommand() {
  // When started by npm the same npm is used; otherwise the one on the PATH.
  const cli = process.env.npm_execpath;
  return cli && /npm-cli\.[cm]?js$/.test(cli)
    ? { npm: process.execPath, first: [cli] }
    : { npm: "npm", first: [] };
}

/** What an installation depends on: the lock, the platform, and whether packages for development belong to it. */
function wantedStamp(root, development) {
  const hash = createHash("sha256");
  for (const name of ["package.json", "package-lock.json"]) {
    hash.update(readFileSync(path.join(root, name)));
  }
  const kind = development ? "whole" : "without development";
  return `${hash.digest("hex")} ${process.platform} ${process.arch} ${kind}`;
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** True if somebody ran npm ci by hand: every package of the lock file that is wanted is installed in its version. */
function isInstalledAsLocked(root, development) {
  const locked = readJson(path.join(root, "package-lock.json"))?.packages;
  const present = readJson(path.join(root, "node_modules", ".package-lock.json"))?.packages;
  if (!locked || !present) return false;
  return Object.entries(locked).every(([name, entry]) => {
    if (name === "" || (entry.dev === true && !development)) return true;
    const found = present[name];
    if (found) return found.version === entry.version && existsSync(path.join(root, name));
    return entry.optional === true || entry.devOptional === true || entry.peer === true;
  });
}

async function assertNpm(npm, first) {
  const { status, output } = await capture(npm, [...first, "--version"]);
  const version = output.trim().split("\n").at(-1);
  if (status !== 0) fail("npm was not found: install it together with Node from nodejs.org.");
  if (Number(version.split(".")[0]) < 8) {
    fail(`npm ${version} is too old for this lock file: run "npm install -g npm" and start again.`);
  }
}

/** What is installed depends on the command alone, not on NODE_ENV=production or npm's own settings. */
function installEnvironment() {
  const left = new Set(["NODE_ENV", "npm_config_omit", "npm_config_production"]);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !left.has(name)));
}

/** Removes from packages what nothing reads: 300 MB. */
function dropUnused(root) {
  const modules = path.join(root, "node_modules");
  // Headers for those who compile native addons.
  const node = `node-${process.platform}-${process.arch}`;
  rmSync(path.join(modules, node, "include"), { recursive: true, force: true });
  dropOtherSystems(path.join(modules, "onnxruntime-node/bin/napi-v6"));
}

/** ONNX Runtime brings its library for every system. */
function dropOtherSystems(systems) {
  for (const [folder, kept] of [
    [systems, process.platform],
    [path.join(systems, process.platform), process.arch],
  ]) {
    const found = existsSync(folder) ? readdirSync(folder) : [];
    // On a system that it has no library for, all stay: what fails then says so itself.
    if (!found.includes(kept)) return;
    for (const other of found) {
      if (other !== kept) rmSync(path.join(folder, other), { recursive: true });
    }
  }
}

/** npm's command for an installation. Packages for development join those that a running program reads. */
function installCommand(isPart, development) {
  if (isPart) return ["install", "--no-save"];
  return development ? ["ci"] : ["ci", "--omit=dev"];
}

async function install(root, { npm, first }, command) {
  const { status, output } = await capture(npm, [...first, ...command, "--no-audit", "--no-fund"], {
    cwd: root,
    env: installEnvironment(),
  });
  if (status === 0) {
    dropUnused(root);
    return;
  }
  const lines = output.trim().split("\n");
  const errors = lines.filter((line) => line.startsWith("npm error"));
  // npm prints the reason first and its usage last.
  process.stderr.write(`${(errors.length > 0 ? errors : lines).slice(0, 12).join("\n")}\n`);
  const reason = reasons.find(([pattern]) => pattern.test(output))?.[1];
  fail(`npm ${command[0]} failed: ${reason ?? "see the lines above"}; then start again.`);
}

/**
 * Installs the packages if package.json or the lock file changed since the last installation.
 * @param development also the packages that only tests, checks and benchmarks need
 */
export async function ensureInstalled(root, { development }) {
  const stampFile = path.join(root, "node_modules", ".install-stamp");
  const found = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";
  const whole = wantedStamp(root, true);
  const part = wantedStamp(root, false);
  const wanted = development ? whole : part;
  // A whole installation has what a part of it has.
  if (found === wanted || found === whole) return;
  if (isInstalledAsLocked(root, development)) {
    writeFileSync(stampFile, isInstalledAsLocked(root, true) ? whole : part);
    return;
  }
  const npm = npmCommand();
  await assertNpm(npm.npm, npm.first);
  assertFreeSpace(root, NEEDED_MB, "the installation");
  const command = installCommand(found === part, development);
  await timed("Installing the packages (once, a minute or two)", () => install(root, npm, command));
  writeFileSync(stampFile, wanted);
}
