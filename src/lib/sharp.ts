import { createRequire } from "node:module";
import type sharpLibrary from "sharp";
import type { Sharp, SharpOptions } from "sharp";
import { once } from "./once.ts";

/** Only the decoders of the four kinds stay; a file can name no other. */
function limit(library: typeof sharpLibrary): void {
  library.block({ operation: ["VipsForeignLoad"] });
  library.unblock({
    operation: ["Jpeg", "Png", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`),
  });
  library.cache(false);
  library.concurrency(1);
}

const load = once(() => {
  const library = createRequire(import.meta.url)("sharp") as typeof sharpLibrary;
  limit(library);
  return library;
});

/**
 * Loads sharp and sets its limits, which hold for all threads of the process: before a thread with a sharp of its own
 * is given a file.
 */
export function limitSharp(): void {
  load();
}

/**
 * sharp, loaded with its limits by the first picture: it takes 8 MB, which a process without pictures does not need.
 * Its arguments and result are sharp's own.
 */
export function sharp(options: SharpOptions): Sharp;
export function sharp(input: Uint8Array, options?: SharpOptions): Sharp;
export function sharp(first: Uint8Array | SharpOptions, options?: SharpOptions): Sharp {
  return first instanceof Uint8Array ? load()(first, options) : load()(first);
}
