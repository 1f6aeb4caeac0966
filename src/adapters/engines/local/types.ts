/** What the program knows of the models that draw on this machine, beside the engine `local` that draws with them. */
import type { CatalogueModel, InstalledModel } from "#app/rules/local-models.ts";

/** What draws: the addon in a child of Bare, or the stable-diffusion.cpp server of the operator. */
export type LocalProgram = "addon" | "sd-server";

export type LocalRuntimeState = {
  /** "unsupported" where nobody makes the runtime for this system. */
  state: "absent" | "ready" | "unsupported";
  version: string;
  reason?: string;
};

export type LocalDevice = {
  kind: "cpu" | "gpu";
  name: string;
  /** What to install to use a card, where one seems to be here. */
  hint?: string;
};

/** What draws now: shown to admins, and to members who wait. */
export type LocalState = {
  /** Id of the model in memory. */
  loaded: string | null;
  activity: "idle" | "loading" | "drawing";
  /** Times that the program was started again after it ended by itself. */
  restarts: number;
  lastFault?: string;
};

export type LocalModels = {
  /**
   * Fetches the pinned addon into DATA_DIR. Does nothing where it is there; one at a time over all processes.
   * @throws EngineError "provider-down" when it cannot be fetched, "cancelled" after an abort
   */
  fetchRuntime(signal: AbortSignal, onProgress: (done: string) => void): Promise<void>;
  /** Which program draws with a model. */
  programOf(model: Pick<CatalogueModel, "family">): LocalProgram;
  /** Whether that program redraws a part of a picture with it, by a mask. */
  redraws(model: Pick<CatalogueModel, "family" | "abilities">): boolean;
  /** The program that draws with a model; without one, the program that draws with most. */
  runtime(model?: Pick<CatalogueModel, "family">): Promise<LocalRuntimeState>;
  device(): Promise<LocalDevice>;
  /**
   * Draws one picture at the default size with a model that is not offered yet, and says what it took.
   * @throws EngineError
   */
  measure(
    model: InstalledModel,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<{ seconds: number; peakBytes: number }>;
  /** Takes over which models are installed now: the engine `local` appears, changes its models, or goes. */
  refresh(): Promise<void>;
  state(): LocalState;
};
