import type { ReactNode } from "react";
import type { PicturePage } from "../queries.ts";

/** All data of a picture, beyond what its tile contains. */
export type PictureDetails = Omit<PicturePage, "ownerId">;

/** Controls of higher slices beside a picture, passed in by pages and by the shell. */
export type PictureSlots = {
  follow: ReactNode;
  like: ReactNode;
  collect: ReactNode;
  /** The current number of likes, including one's own. */
  likes: number;
};

/** Actions for a picture that is shown large. */
export type PictureTools = { share: () => void; prompt: () => void };
