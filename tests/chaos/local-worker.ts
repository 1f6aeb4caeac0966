/**
 * A worker that draws with a model on this machine, in a process of its own, which the test kills: over the database and
 * files of the test. Arguments: those of the double of the child that draws.
 */
import { writeSync } from "node:fs";
import { readEnv } from "#app/env.ts";
import { startWorker } from "#app/features/generation/jobs.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { doubleProgram, modelForDouble } from "../harness/local-models.ts";

const services = await openServices(readEnv(process.env), {
  log: openLog("silent"),
  installedModels: async () => [await modelForDouble()],
  local: { program: () => doubleProgram(...process.argv.slice(2)) },
});
startWorker(services);
writeSync(1, "ready\n");
