import path from "node:path";
import type { VariantRequest } from "../../../adapters/imaging/port.ts";
import { AppError } from "../../../lib/errors.ts";
import { isPremade, variantFilename, variantKey } from "../../../rules/picture-files.ts";
import type { Services } from "../../../services.ts";
import type { PictureFile } from "../../pictures/queries.ts";
import { createDiskCache } from "./disk-cache.ts";

/** Bytes of variants kept on the disk of this machine. */
const diskQuota = 2 * 1024 ** 3;

export type Variants = {
  /**
   * The variant's bytes: from the disk, from those made with the picture, or made now. Any number of requests for the
   * same one make it once.
   * @param beforeMaking called once before a variant is made, not when it is found; may refuse by throwing
   * @throws AppError not-found when the original is gone, unavailable when too much is being made
   */
  get(
    file: PictureFile,
    request: VariantRequest,
    beforeMaking: () => Promise<void>,
  ): Promise<Buffer>;
  /** The original's bytes. Throws AppError not-found when they are gone. */
  original(file: PictureFile): Promise<Buffer>;
};

export function createVariants(services: Services): Variants {
  const { env, imaging, log, storage } = services;
  const disk = createDiskCache(path.join(env.DATA_DIR, "cache", "variants"), diskQuota, log);
  const making = new Map<string, Promise<Buffer>>();

  async function original(file: PictureFile): Promise<Buffer> {
    const stored = await storage.get(file.storageKey);
    if (stored !== null) return stored.bytes;
    log.error({ picture: file.id, key: file.storageKey }, "the original of a picture is missing");
    throw new AppError("not-found");
  }

  async function make(
    file: PictureFile,
    request: VariantRequest,
    name: string,
    beforeMaking: () => Promise<void>,
  ): Promise<Buffer> {
    const kept = await disk.read(name);
    if (kept !== null) return kept;
    if (isPremade(request)) {
      const stored = await storage.get(variantKey(file.sha256, request));
      if (stored !== null && stored.bytes.length > 0) return stored.bytes;
    }
    await beforeMaking();
    const bytes = await imaging.variant(await original(file), request);
    // The reader does not wait for the disk.
    void disk.write(name, bytes);
    return bytes;
  }

  return {
    original,
    get(file, request, beforeMaking) {
      const name = variantFilename(file.sha256, request);
      let variant = making.get(name);
      if (variant === undefined) {
        variant = make(file, request, name, beforeMaking).finally(() => making.delete(name));
        making.set(name, variant);
      }
      return variant;
    },
  };
}
