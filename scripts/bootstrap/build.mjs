import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { assertFreeSpace } from "./preflight.mjs";
import { capture } from "./run.mjs";
import { fail, timed } from "./say.mjs";

const single = [
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/bundle-program.ts",
  "tsconfig.json",
  "CHANGELOG.md",
];
const trees = ["src", "packages", "public", "content", "messages", "scripts/languages", "db/seed"];

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

/** A hash of the names and contents of all sources of the build. */
export function sourceHash(root) {
  const files = [
    ...single.map((name) => path.join(root, name)).filter((file) => existsSync(file)),
    ...trees.flatMap((tree) => filesBelow(path.join(root, tree))),
  ].toSorted((a, b) => (a < b ? -1 : 1));
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${path.relative(root, file)}\0`);
    hash.update(createHash("sha256").update(readFileSync(file)).digest());
  }
  return hash.digest("hex");
}

const stampOf = (root) => path.join(root, "build", ".stamp");

/** Whether build/ is up to date with the sources. */
export function isBuilt(root) {
  const file = stampOf(root);
  return existsSync(file) && readFileSync(file, "utf8") === sourceHash(root);
}

/** Builds the program and its pages; prints the errors and returns false on failure. */
export async function buildPages(root, node) {
  const wanted = sourceHash(root);
  rmSync(stampOf(root), { force: true });
  return timed("Building the program and its pages", async () => {
    const tool = path.join(root, "node_modules", "@react-router", "dev", "bin.cjs");
    const { status, output } = await capture(node, [tool, "build"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (status !== 0) {
      process.stderr.write(`${output.trim().split("\n").slice(-40).join("\n")}\n`);
      return false;
    }
    writeFileSync(stampOf(root), wanted);
    return true;
  });
}

/** Builds the program if build/ is out of date. */
export async function ensureBuilt(root, node) {
  if (isBuilt(root) || (await buildPages(root, node))) return;
  assertFreeSpace(root, 200, "building the program");
  fail("The program could not be built: see the lines above.");
}
