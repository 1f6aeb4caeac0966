/** A worker of one export or import, in a process that can be killed: DATA_DIR, "export" or "import", id. */
import { readEnv } from "#app/env.ts";
import { runImport } from "#app/features/exports/jobs/run-import.ts";
import { runExport } from "#app/features/exports/jobs/run.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";

const [dataDir = "", kind = "", id = ""] = process.argv.slice(2);
const services = await openServices(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "error" }), {
  log: openLog("error"),
  engines: new Map(),
});
process.send?.("open");
// The parent reads the memory at rest now.
await new Promise((resolve) => process.once("message", resolve));
const never = new AbortController().signal;
if (kind === "export") await runExport(services, id, never);
else await runImport(services, id, never);
await services.close();
process.disconnect();
