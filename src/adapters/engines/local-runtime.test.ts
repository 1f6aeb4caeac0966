/** The engine `local` over the real runtime, with a model of random weights. */
import { describe } from "vitest";
import { openLog } from "#app/lib/log.ts";
import { openRandomModel, noRuntime, runtimeDir } from "#tests/harness/local-models.ts";
import { describeEngineContract } from "./contract.ts";
import { openLocal } from "./local.ts";
import type { Engine } from "./port.ts";

describe.skipIf(runtimeDir === undefined)(
  runtimeDir === undefined ? `The real runtime: ${noRuntime}` : "The real runtime",
  { timeout: 300_000 },
  () => {
    describeEngineContract("Local", async () => {
      const { installed, close } = await openRandomModel();
      let engine: Engine | null = null;
      const local = await openLocal({
        dataDir: "/nowhere",
        runtimeDir,
        readInstalled: async () => [installed],
        offer: (offered) => {
          engine = offered;
        },
        log: openLog("silent"),
      });
      await local.localModels.refresh();
      if (engine === null) throw new Error("no engine was offered");
      return {
        engine,
        model: installed.model.id,
        width: 64,
        height: 64,
        longPrompt: "the sea at sunset",
        close: async () => {
          await local.close();
          await close();
        },
      };
    });
  },
);
