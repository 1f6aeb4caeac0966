/** Fetches what draws with models on this machine into a folder: `node scripts/fetch-local-runtime.ts FOLDER`. */
import path from "node:path";
import { openRuntime } from "#app/adapters/engines/local/runtime.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder to fetch it into");
const runtime = await openRuntime(path.resolve(folder));
try {
  await runtime.fetch(AbortSignal.timeout(20 * 60_000), (done) => console.log(done));
} catch (error) {
  const { message, cause } = error as Error;
  console.error(cause instanceof Error ? `${message} ${cause.message}` : message);
  process.exitCode = 1;
}
