import type { ReactNode } from "react";
import type { PicturePage } from "../queries.ts";

/** All that is known of a picture, beyond what its tile shows. */
export type PictureDetails = Omit<PicturePage, "ownerId">;

/** What slices above this one put beside a picture, given by pages and by the shell. */
export type PictureSlots = {
  follow: ReactNode;
  like: ReactNode;
  collect: ReactNode;
  /** Likes as they are now, with one's own of this moment. */
  likes: number;
};

/** What one can do with a picture where it is shown large. */
export type PictureTools = { share: () => void; prompt: () => void };
