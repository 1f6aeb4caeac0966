/**
 * `npm run bench [-- NAME …]`: each benchmark is a script of its own that prints what it measured.
 * Figures are ratios against a peer of the same run, or properties of the whole process; never a gate of `npm test`.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;
const known = readdirSync(path.join(folder, "suites"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3))
  .toSorted();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(", ")}. There are: ${known.join(", ")}`);
  process.exit(2);
}
let failed = 0;
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n== ${name}`);
  const run = spawnSync(
    process.execPath,
    [...process.execArgv, path.join(folder, "suites", `${name}.ts`)],
    {
      stdio: "inherit",
    },
  );
  if (run.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
