import type { Layout, SceneName, StyleKit } from "../types.ts";
import type { Likeness } from "./likenesses.ts";
import type { Reading } from "./reading.ts";
import type { ReadKit } from "./style-kit.ts";

/** What a scene is read by, besides its words. */
export type Description = {
  /** Words to leave out; read anew, for what is counted as understood is written into them. */
  negative: Reading;
  seed: number;
  kit: ReadKit;
  layout?: Layout;
  forcedScene?: SceneName;
  /** The forced scene has the things that are named. */
  keepsThings?: boolean;
  /** Names of drawings by the words they stand for. */
  likened?: ReadonlyMap<string, Likeness>;
  /** Nothing of the prompt can be drawn: show an empty stage. */
  stage?: boolean;
};

export type ParseOptions = {
  negative?: string;
  kit?: StyleKit;
  seed?: number;
  /** Width by height. */
  aspect?: number;
  layout?: Layout;
};
