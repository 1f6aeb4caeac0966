/**
 * 10,000 mutated answers and frames against each engine adapter, in one process that ends at the first error nobody
 * handled. Prints how the casts ended and the memory at rest, at its highest and after each adapter, and fails where that is
 * more than a few casts need.
 * ENGINE_FUZZ=500 sends fewer.
 */
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fuzz } from "#tests/providers/fuzz.ts";
import { kinds } from "#tests/providers/kinds.ts";
import { localKind } from "#tests/providers/local-kind.ts";

const each = Number(process.env["ENGINE_FUZZ"] ?? 10_000);
const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);

/**
 * Megabytes above those at rest. Twelve casts run at once. An adapter takes pictures of 64 MB and JSON of 250,000 parts; the
 * doubles send pictures of 512 pixels a side, doubled at most by a mutation, so that a cast with all its copies (base64,
 * bytes, pixels) has about ten. The rest is room for what is not collected yet and for code.
 */
const mostAtOnce = 400;
/** Megabytes in use above those at rest when all casts are over: code that is compiled, and little else. */
const mostKept = 150;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** What is in use after a collection; the system's figure also has what the process keeps for later. */
function kept(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1e6);
}

process.on("unhandledRejection", (error) => {
  console.error("a rejection that nobody handled", error);
  process.exit(1);
});
process.on("uncaughtException", (error) => {
  console.error("an exception that nobody caught", error);
  process.exit(1);
});

let peak = megabytes();
const watching = setInterval(() => {
  peak = Math.max(peak, megabytes());
}, 100);
const failed: string[] = [];
const rest = { all: megabytes(), kept: kept() };
console.log(`memory at rest ${rest.all} MB, ${rest.kept} MB of it in use`);
for (const [index, kind] of [...kinds, localKind].entries()) {
  peak = megabytes();
  const began = performance.now();
  // Each cast of the engine `local` starts a process, which takes longer than the cast.
  const wanted = kind === localKind ? Math.ceil(each / 5) : each;
  const { mutated, casts, ends, wrong, badReports } = await fuzz(kind, wanted, 7000 + index);
  await pause(500);
  const left = kept();
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${kind.name}: ${mutated} mutated in ${casts} casts, ${seconds} s; ${JSON.stringify(ends)}; ` +
      `not an engine error: ${wrong.length}; bad reports: ${badReports.length}; ` +
      `memory up to ${peak} MB, then ${megabytes()} MB, ${left} MB of it in use`,
  );
  for (const error of wrong.slice(0, 5)) console.error(error);
  for (const report of badReports.slice(0, 5)) console.error(report);
  if (wrong.length > 0 || badReports.length > 0) failed.push(kind.name);
  if (peak > rest.all + mostAtOnce) failed.push(`memory with ${kind.name}`);
  if (left > rest.kept + mostKept) failed.push(`memory after ${kind.name}`);
}
clearInterval(watching);
if (failed.length > 0) throw new Error(`failed: ${failed.join(", ")}`);
process.exit(0);
