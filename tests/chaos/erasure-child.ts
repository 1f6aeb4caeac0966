/** One run of the erasure in a process of its own, over the database and files of the test, which a failpoint ends. */
import { readEnv } from "#app/env.ts";
import { eraseDue } from "#app/features/deletion/jobs.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";

const services = await openServices(readEnv(process.env), {
  log: openLog("silent"),
  engines: new Map(),
});
await eraseDue(services);
await services.close();
