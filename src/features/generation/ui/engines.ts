import type { Capabilities } from "../../../adapters/engines/port.ts";

/** An engine as the composer offers it. */
export type EngineOption = Pick<
  Capabilities,
  | "label"
  | "disclosure"
  | "neural"
  | "models"
  | "txt2img"
  | "img2img"
  | "negativePrompt"
  | "seed"
  | "strength"
  | "qualities"
> & { id: string };
