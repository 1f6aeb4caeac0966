import path from "node:path";
import type { VariantRequest } from "#app/adapters/imaging/port.ts";
import { AppError } from "#app/lib/errors.ts";
import { isPremade, variantFilename, variantKey } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";
import { makeVariant } from "#app/features/pictures/commands.ts";
import { knownDigests, type PictureFile } from "#app/features/pictures/queries.ts";
import type { Content } from "./response.ts";
import { contentOf, largestInMemory, storedBytes, storedContent } from "./contents.ts";
import { createDiskCache } from "./disk-cache.ts";

/** Bytes of variants kept on the disk of this machine. */
const diskQuota = 2 * 1024 ** 3;

/** Characters of a SHA-256 in hexadecimal, with which the name of a variant begins. */
const digestLength = 64;

export type Variants = {
  /**
   * The variant: from the disk, from those made with the picture, or made now. Any number of requests for the same one
   * make it once.
   * @param beforeMaking called once before a variant is made, not when it is found; may refuse by throwing
   * @throws AppError not-found when the original is gone, unavailable when too much is being made
   */
  get(
    file: PictureFile,
    request: VariantRequest,
    beforeMaking: () => Promise<void>,
  ): Promise<Content>;
  /** The original; nothing of it is read before it is opened. Throws AppError not-found when it is gone. */
  original(file: PictureFile): Promise<Content>;
  /** Ends when what is being made is made and on the disk. */
  flush(): Promise<void>;
};

/** A process opens one and shares it, so that equal requests are coalesced and the folder is counted once. */
export function createVariants(services: Services): Variants {
  const { env, log, storage } = services;
  const disk = createDiskCache(path.join(env.DATA_DIR, "cache", "variants"), diskQuota, log);
  const making = new Map<string, Promise<Content>>();

  /** Deletes variants of originals that are gone: of erasures that this process did not hear of. */
  async function forgetErased(): Promise<void> {
    const names = Map.groupBy(await disk.names(), (name) => name.slice(0, digestLength));
    const known = await knownDigests(services.db, [...names.keys()]);
    for (const digest of names.keys()) if (!known.has(digest)) await disk.forget(`${digest}-`);
  }

  const forgetMissed = () =>
    void forgetErased().catch((error: unknown) =>
      log.warn({ err: error }, "cannot look for variants of erased pictures"),
    );
  forgetMissed();
  services.live.onReconnect(forgetMissed);
  services.live.on("files_erased", (digest) => {
    void disk
      .forget(`${digest}-`)
      .catch((error: unknown) => log.warn({ err: error }, "cannot forget an erased picture"));
  });

  function missing(file: PictureFile): AppError {
    log.error({ picture: file.id, key: file.storageKey }, "the original of a picture is missing");
    return new AppError("not-found");
  }

  async function make(
    file: PictureFile,
    request: VariantRequest,
    name: string,
    beforeMaking: () => Promise<void>,
  ): Promise<Content> {
    const kept = await disk.read(name);
    if (kept !== null) return kept;
    if (isPremade(request)) {
      const stored = await storedBytes(storage, variantKey(file.sha256, request));
      if (stored !== null) return stored;
    }
    await beforeMaking();
    const open = async (room: Uint8Array) => {
      const stored = await storage.get(file.storageKey, room);
      if (stored === null) throw missing(file);
      return stored.bytes;
    };
    const bytes = await makeVariant(services, open, request);
    const written = disk.write(name, bytes);
    // A small one is sent without waiting for the disk; a large one is sent from it.
    const isOnDisk = bytes.length > largestInMemory && (await written);
    return (isOnDisk ? await disk.read(name) : null) ?? contentOf(bytes);
  }

  return {
    async original(file) {
      const content = await storedContent(storage, file.storageKey);
      if (content === null) throw missing(file);
      return content;
    },
    get(file, request, beforeMaking) {
      const name = variantFilename(file.sha256, request);
      let variant = making.get(name);
      if (variant === undefined) {
        variant = make(file, request, name, beforeMaking).finally(() => making.delete(name));
        making.set(name, variant);
      }
      return variant;
    },
    async flush() {
      await Promise.allSettled(making.values());
      await disk.flush();
    },
  };
}
