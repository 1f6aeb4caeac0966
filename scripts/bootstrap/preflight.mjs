import { accessSync, constants, mkdirSync, statSync, statfsSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { fail } from "./say.mjs";

const MEBIBYTE = 1024 ** 2;

/** Exits on a Node version that cannot run the set-up. */
export function assertNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 12)) {
    fail(`Node ${process.versions.node} is too old: install Node 20.12 or later from nodejs.org.`);
  }
}

function listenOnce(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Whether this process has a role; all three by default. */
function hasRole(env, role) {
  const roles = env.ROLES || "web,images,worker";
  return roles.split(",").some((name) => name.trim() === role);
}

/** Checks that the server's port is free before the long set-up. */
export async function assertPortFree(env) {
  if (!hasRole(env, "web") && !hasRole(env, "images")) return;
  const given = env.PORT || "3000";
  const port = Number(given);
  const host = env.HOST || "localhost";
  if (!/^\d+$/.test(given) || port > 65535) {
    fail(`PORT is "${env.PORT}": set it to a number from 0 to 65535.`);
  }
  const code = await listenOnce(port, host);
  if (code === "EADDRINUSE") {
    fail(
      `Port ${port} is taken: stop the program that uses it, or choose another, e.g. PORT=${port + 1} npm start.`,
    );
  }
  if (code === "EACCES") {
    fail(
      `Port ${port} is not allowed for this user: choose one above 1023, e.g. PORT=3000 npm start.`,
    );
  }
  if (code)
    fail(
      `The server cannot listen on ${host}:${port} (${code}): set HOST to an address of this machine.`,
    );
}

/** Exits if a disk has too little space for the next step. */
export function assertFreeSpace(folder, mebibytes, what) {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / MEBIBYTE);
  if (free < mebibytes) {
    fail(
      `Only ${free} MB are free on the disk of ${folder}, and ${what} needs ${mebibytes} MB: free some and start again.`,
    );
  }
}

const reasons = {
  EROFS: "the disk is read-only: set DATA_DIR to a folder on another",
  ENOSPC: "the disk is full: free some of it",
  EDQUOT: "the disk is full: free some of it",
  ENOTDIR: "a file is in the way: move it, or set DATA_DIR to another",
  EEXIST: "a file is in the way: move it, or set DATA_DIR to another",
  EACCES: "this user may not write there: change its owner, or set DATA_DIR to another",
  EPERM: "this user may not write there: change its owner, or set DATA_DIR to another",
};

/** Creates a private folder and its parents, one by one: Node's own `recursive` never ends below /proc. */
function makeFolder(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (!found && parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Exits if a folder cannot be created or written to, or has too little space. */
export function assertFolderWritable(folder) {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = reasons[error.code] ?? "no folder can be there: set DATA_DIR to another";
    fail(`The data folder ${folder} cannot be used (${error.code}): ${reason}.`);
  }
  assertFreeSpace(path.resolve(folder), 200, "the database");
}
