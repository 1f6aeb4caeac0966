/** A download in a process of its own, which is killed: hub, folder and file come as the one argument, in JSON. */
import { openModelFiles } from "#app/adapters/models/open.ts";
import type { HubStatement } from "#app/adapters/models/port.ts";
import { openLog } from "#app/lib/log.ts";
import type { ModelFile } from "#app/rules/local-models.ts";

export type ModelChild = {
  hubUrl: string;
  modelsDir: string;
  connections: number;
  pieceBytes?: number;
  file: ModelFile & HubStatement;
};

const { file, ...where } = JSON.parse(process.argv[2]) as ModelChild;
const files = openModelFiles({ ...where, log: openLog("silent"), retryMs: 10, reserveBytes: 0 });
await files.download(file, new AbortController().signal, () => {});
await files.close();
