/** A process over one data folder: opens the embedded database, reports its state, and waits for a stop. */
import { openEmbedded } from "#app/db/embedded.ts";
import { openLog } from "#app/lib/log.ts";

const embedded = await openEmbedded(process.argv[2], openLog("silent"), {
  settings: { fsync: "off" },
});

function report(): void {
  process.send?.({ url: embedded.url, supervising: embedded.supervising });
}

process.on("message", (message) => {
  if (message === "report") report();
  if (message === "stop") void embedded.stop().then(() => process.exit(0));
});
report();
