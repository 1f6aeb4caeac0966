import { createHash } from "node:crypto";
import type { Services } from "#app/services.ts";
import { readChunks } from "../queries/chunked-file.ts";
import type { Plan } from "../queries/plan.ts";
import { chunkWriter } from "./chunk-writer.ts";
import { archivedName, LostOriginals, originalsOf } from "./snapshot.ts";
import { tarBytes, type TarFile } from "./tar-stream.ts";

type BuildServices = Pick<Services, "storage">;

/**
 * The bytes of an original.
 * @throws LostOriginals when they are not those that its row names
 */
async function* originalBytes(
  { storage }: BuildServices,
  { sha256, bytes, storageKey }: { sha256: string; bytes: number; storageKey: string },
): AsyncGenerator<Buffer> {
  const file = await storage.stream(storageKey);
  if (file === null || file.size !== bytes) {
    file?.body.destroy();
    throw new LostOriginals([sha256]);
  }
  const hash = createHash("sha256");
  for await (const piece of file.body as AsyncIterable<Buffer>) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== sha256) throw new LostOriginals([sha256]);
}

async function* storedBytes({ storage }: BuildServices, key: string): AsyncGenerator<Buffer> {
  const file = await storage.stream(key);
  if (file === null) throw new Error("a file was replaced while it was archived");
  yield* file.body as AsyncIterable<Buffer>;
}

async function* filesOf(services: BuildServices, plan: Plan): AsyncGenerator<TarFile> {
  const { storage } = services;
  for (const file of plan.files) {
    const { name, size } = file;
    const read =
      "prefix" in file
        ? () => readChunks(storage, { prefix: file.prefix, size, chunk: plan.chunk })
        : () => storedBytes(services, file.storageKey);
    yield { name, size, read };
  }
  for await (const original of originalsOf(storage, plan.originals)) {
    const name = archivedName(original.sha256, original.storageKey);
    yield { name, size: original.bytes, read: () => originalBytes(services, original) };
  }
}

/** The number of chunks of the archive that are in the store. */
async function chunksThere({ storage }: BuildServices, prefix: string): Promise<number> {
  let count = 0;
  for await (const _ of storage.list(`${prefix}/`)) count += 1;
  return count;
}

/**
 * Writes the archive of a snapshot, from the first chunk on that is not there. Two that write it at once write the
 * same bytes.
 * @param onProgress called after each chunk with the bytes that are written
 * @throws LostOriginals when originals cannot be read
 */
export async function buildArchive(
  services: BuildServices,
  { plan, prefix, mtime }: { plan: Plan; prefix: string; mtime: Date },
  signal: AbortSignal,
  onProgress: (bytes: number) => Promise<void>,
): Promise<void> {
  const { chunk, total } = plan;
  const there = await chunksThere(services, prefix);
  if (there === Math.ceil(total / chunk)) return;
  const writer = chunkWriter(services.storage, { prefix, chunk }, there, async (count) => {
    signal.throwIfAborted();
    await onProgress(Math.min(count * chunk, total));
  });
  let size = there * chunk;
  for await (const piece of tarBytes(filesOf(services, plan), mtime, size)) {
    size += piece.length;
    await writer.write(piece);
  }
  if (size !== total) throw new Error("the archive has another size than its plan");
  await writer.end();
}
