/**
 * The member's latest pictures, kept by the installed app for times without a connection (docs/product.md 2.14): a list and
 * one small file for each picture, in the browser's cache of own pictures (member-storage.ts).
 */
export const offlinePictures = {
  /** Address of the list in that cache; no request is ever made for it. */
  list: "/offline/pictures",
  /** How many pictures are kept. */
  most: 24,
  /** Width of the files, in pixels. */
  width: 512,
} as const;

/** What the list says. */
export type OfflineList = {
  memberId: string;
  /** Newest first; `src` is the address in the cache. */
  pictures: { src: string; prompt: string; width: number; height: number }[];
};
