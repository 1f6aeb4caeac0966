/**
 * 10,000 mutated answers and frames against each engine adapter, in one process that ends at the first error nobody
 * handled. Prints how the casts ended and the memory at rest, at its highest and after each adapter.
 * ENGINE_FUZZ=500 sends fewer.
 */
import { setTimeout as pause } from "node:timers/promises";
import { fuzz } from "#tests/providers/fuzz.ts";
import { kinds } from "#tests/providers/kinds.ts";

const each = Number(process.env["ENGINE_FUZZ"] ?? 10_000);
const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);

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
console.log(`memory at rest ${megabytes()} MB`);
for (const [index, kind] of kinds.entries()) {
  peak = megabytes();
  const began = performance.now();
  const { mutated, casts, ends, wrong, badReports } = await fuzz(kind, each, 7000 + index);
  await pause(500);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${kind.name}: ${mutated} mutated in ${casts} casts, ${seconds} s; ${JSON.stringify(ends)}; ` +
      `not an engine error: ${wrong.length}; bad reports: ${badReports.length}; ` +
      `memory up to ${peak} MB, then ${megabytes()} MB`,
  );
  for (const error of wrong.slice(0, 5)) console.error(error);
  for (const report of badReports.slice(0, 5)) console.error(report);
  if (wrong.length > 0 || badReports.length > 0) failed.push(kind.name);
}
clearInterval(watching);
if (failed.length > 0) throw new Error(`failed: ${failed.join(", ")}`);
process.exit(0);
