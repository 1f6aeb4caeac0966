import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import { maskLimit } from "#app/lib/read-body.ts";
import { fileLimit } from "#app/rules/picture-files.ts";
import { linesOf } from "../queries/chunked-file.ts";
import { guardedTar, refused } from "./tar-guard.ts";

/** Pictures that an archive may have. */
const mostPictures = 100_000;
/** Masks that members drew. */
const mostMasks = 100_000;
const mostFiles = mostPictures + mostMasks + 40;
/** Bytes of a file that is read as a whole, of a line, and of all lines of a file. */
const mostSmall = 64 * 1024;
const mostLine = 256 * 1024;
/** Written in grey, a mask may take more than it was sent with. */
const mostMask = 2 * maskLimit;
const mostManifest = 20 * 1024 * 1024;
const mostText = 2 * 1024 * 1024 * 1024;

const manifests = ["manifest-sha256.txt", "tagmanifest-sha256.txt"];
const texts =
  /^(?:data\/(?:collections|follows|likes|pictures|style-kits|word-lists)\.jsonl|data\/profile\.json|(?:activitypub|records)\/[a-z_-]{1,40}\.(?:json|jsonl|csv)|manifest\.yml|bagit\.txt|bag-info\.txt|README\.txt)$/;
const portrait = /^data\/(?:avatar|cover)\.webp$/;
/** Those of casts without a picture are records, for reading. */
const mask = /^(?:data|records)\/masks\/([0-9a-f]{64})\.png$/;
const original = /^data\/pictures\/([0-9a-f]{64})\.(?:jpg|png|webp)$/;

export type ArchiveFile = {
  name: string;
  /** The picture's, of an original. */
  digest: string | null;
  /** The mask's, of one. */
  mask: string | null;
  size: number;
  /** All of it; only for originals, masks, portraits and small texts. */
  bytes(): Promise<Buffer>;
  lines(): AsyncGenerator<string>;
};

/** A name as it may be shown: short, and without what a terminal or page would act upon. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100)).replaceAll(/[^\x20-\x7e]/g, "?");
}

function limitOf(name: string): number {
  if (manifests.includes(name)) return mostManifest;
  if (mask.test(name)) return mostMask;
  if (original.test(name) || portrait.test(name)) return fileLimit;
  return name.endsWith(".jsonl") || name.startsWith("activitypub/") ? mostText : mostSmall;
}

/** Reads a manifest. @throws AppError unprocessable */
async function readManifest(pieces: AsyncIterable<Buffer>): Promise<Map<string, string>> {
  const listed = new Map<string, string>();
  for await (const line of linesOf(pieces)) {
    const [, sha256, name] = /^([0-9a-f]{64}) [ *](\S{1,200})$/.exec(line) ?? [];
    if (sha256 === undefined || name === undefined) {
      throw refused("The manifest has a line that is no SHA-256 and name");
    }
    if (listed.has(name)) throw refused(`The manifest names ${shown(name)} twice`);
    if (listed.size >= mostFiles) throw refused(`The manifest has more than ${mostFiles} files`);
    listed.set(name, sha256);
  }
  return listed;
}

/** Bytes as they come, measured; a line that is too long is refused before it is kept. */
async function* measured(
  pieces: AsyncIterable<Buffer>,
  note: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  let sinceBreak = 0;
  for await (const piece of pieces) {
    note(piece);
    const last = piece.lastIndexOf(10);
    sinceBreak = last === -1 ? sinceBreak + piece.length : piece.length - last - 1;
    if (sinceBreak > mostLine) throw refused("The archive has a line that is too long");
    yield piece;
  }
}

async function* hashed(pieces: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/**
 * Reads an archive once, file by file in its order, and holds it against its manifests: every file is listed with its
 * digest, and every listed file is there. What comes first tells of what follows, so that nothing is kept.
 * @param visit is given each file below data/; what it does not read is read for it
 * @param isPartial ends at the first original
 * @throws AppError unprocessable
 */
export async function readArchive(
  pieces: AsyncIterable<Uint8Array>,
  visit: (file: ArchiveFile) => Promise<void>,
  { isPartial = false }: { isPartial?: boolean } = {},
): Promise<void> {
  const listed = new Map<string, string>();
  const seen = new Set<string>();
  /** Digests of what came before the manifests, and theirs. */
  const early = new Map<string, string>();
  const parts = extract();
  const fed = pipeline(Readable.from(guardedTar(pieces, { mostFiles })), parts).catch(
    (error: unknown) => parts.destroy(error as Error),
  );

  function check(name: string, sha256: string): void {
    if (listed.get(name) !== sha256) {
      throw refused(`${shown(name)} is not the file that the manifest names`);
    }
    listed.delete(name);
  }

  async function take(name: string, size: number, entry: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash("sha256");
    const digest = original.exec(name)?.[1] ?? null;
    const maskDigest = mask.exec(name)?.[1] ?? null;
    const named = digest ?? maskDigest;
    const isData = name.startsWith("data/");
    if (isData && !manifests.every((manifest) => seen.has(manifest))) {
      throw refused("The manifests come after what they name");
    }
    if (isData && !listed.has(name)) throw refused(`${shown(name)} is not in the manifest`);
    const misnamed = () => refused(`${shown(name)} is not named by the SHA-256 of its file`);
    if (isData && named !== null && listed.get(name) !== named) throw misnamed();
    if (manifests.includes(name)) {
      const found = await readManifest(measured(entry, (piece) => hash.update(piece)));
      for (const [key, value] of found) {
        if (listed.has(key)) throw refused(`The manifests name ${shown(key)} twice`);
        if (key.startsWith("data/") !== (name === manifests[0])) {
          throw refused(`${shown(key)} is in the wrong manifest`);
        }
        listed.set(key, value);
      }
      if (name === manifests[0]) early.set(name, hash.digest("hex"));
      return;
    }
    const isText = name.endsWith(".jsonl");
    const pieces = isText ? measured(entry, (piece) => hash.update(piece)) : hashed(entry, hash);
    let isRead = false;
    const once = () => {
      isRead = true;
      return pieces;
    };
    if (isData) {
      const bytes = async () => {
        const all = Buffer.concat(await Array.fromAsync(once()));
        // Before anybody keeps it: another picture may have the file of that name.
        if (named !== null && hash.copy().digest("hex") !== named) throw misnamed();
        return all;
      };
      const lines = () => linesOf(once());
      await visit({ name, digest, mask: maskDigest, size, bytes, lines });
    }
    if (!isRead) for await (const _ of pieces);
    const sha256 = hash.digest("hex");
    if (manifests.every((manifest) => seen.has(manifest))) check(name, sha256);
    else early.set(name, sha256);
  }

  try {
    for await (const entry of parts) {
      const { name } = entry.header;
      const size = entry.header.size ?? 0;
      const isKnown =
        manifests.includes(name) ||
        [texts, portrait, mask, original].some((pattern) => pattern.test(name));
      if (!isKnown) throw refused(`The archive holds ${shown(name)}, which no export has`);
      if (seen.has(name)) throw refused(`The archive holds ${shown(name)} twice`);
      if (size > limitOf(name)) throw refused(`${shown(name)} is too large`);
      if (isPartial && original.test(name)) return;
      await take(name, size, entry as AsyncIterable<Buffer>);
      seen.add(name);
    }
  } catch (error) {
    const { code } = error as { code?: unknown };
    const isText = code === "ERR_ENCODING_INVALID_ENCODED_DATA";
    throw isText ? refused("The archive has text that is not UTF-8") : error;
  } finally {
    parts.destroy();
    await fed;
  }
  if (!manifests.every((manifest) => seen.has(manifest))) {
    throw refused("The archive has no manifest");
  }
  for (const [name, sha256] of early) check(name, sha256);
  const [missing] = listed.keys();
  if (missing !== undefined) throw refused(`${shown(missing)} is in the manifest and not there`);
}
