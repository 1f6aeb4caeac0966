/** Models that draw on this machine: the engine `local`, and what the program knows of its inside. */
import path from "node:path";
import type { InstalledModel } from "#app/rules/local-models.ts";
import type { Logger } from "#app/lib/log.ts";
import { findDevice } from "./local/device.ts";
import { openRuntime } from "./local/runtime.ts";
import type { LocalState } from "./local/types.ts";
import { EngineError, type LocalModels } from "./port.ts";

export type LocalOptions = {
  dataDir: string;
  /** The models that are to be offered, in their order. */
  readInstalled: () => Promise<InstalledModel[]>;
  log: Logger;
};

/** @throws Error when the list of what the runtime is made of cannot be read */
export async function openLocal({ dataDir }: LocalOptions): Promise<{
  localModels: LocalModels;
  close(): Promise<void>;
}> {
  const runtime = await openRuntime(path.join(dataDir, "runtime"));
  const state: LocalState = { loaded: null, activity: "idle", restarts: 0 };
  return {
    localModels: {
      fetchRuntime: runtime.fetch,
      runtime: runtime.state,
      device: () => findDevice(),
      measure: () =>
        Promise.reject(new EngineError("provider-down", "The runtime is not here yet.")),
      refresh: async () => undefined,
      state: () => state,
    },
    close: async () => undefined,
  };
}
