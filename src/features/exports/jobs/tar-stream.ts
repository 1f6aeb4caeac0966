import { once } from "node:events";
import { pack as openPack, type Pack } from "tar-stream";

/** A file of an archive. Names are short and plain, so that each has one header block and no further ones. */
export type TarFile = {
  name: string;
  size: number;
  read: () => AsyncIterable<Uint8Array>;
};

const block = 512;
/** Two empty blocks end an archive. */
const endBytes = 2 * block;

/** Bytes that a file takes in an archive. */
function spanOf({ size }: Pick<TarFile, "size">): number {
  return block + Math.ceil(size / block) * block;
}

/** Bytes of the archive of these files. */
export function tarSize(sizes: Iterable<number>): number {
  let sum = endBytes;
  for (const size of sizes) sum += spanOf({ size });
  return sum;
}

async function add(pack: Pack, { name, size, read }: TarFile, mtime: Date): Promise<void> {
  const written = Promise.withResolvers<void>();
  const entry = pack.entry({ name, size, mtime, mode: 0o644, type: "file" }, (error) =>
    error ? written.reject(error) : written.resolve(),
  );
  // Both also tell of an archive that is closed early; whoever closes it knows that.
  entry.on("error", () => undefined);
  written.promise.catch(() => undefined);
  if (size > 0) {
    for await (const piece of read()) {
      // An archive that was closed takes no more: no drain follows, but the entry has failed.
      if (!entry.write(Buffer.from(piece))) {
        await Promise.race([once(entry, "drain"), written.promise]);
      }
    }
  }
  entry.end(null);
  await written.promise;
}

/**
 * The bytes of an archive from an offset on. Equal files give equal bytes, so that what was broken off is continued:
 * files that lie before the offset are not read.
 */
export async function* tarBytes(
  files: AsyncIterable<TarFile>,
  mtime: Date,
  from = 0,
): AsyncGenerator<Buffer> {
  const pack = openPack();
  let before = 0;
  let isBegun = false;

  async function feed(): Promise<void> {
    for await (const file of files) {
      if (!isBegun && before + spanOf(file) <= from) {
        before += spanOf(file);
        continue;
      }
      isBegun = true;
      await add(pack, file, mtime);
    }
    pack.finalize();
  }

  const fed = feed().catch((error: unknown) => {
    pack.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    let drop: number | null = null;
    for await (const piece of pack as AsyncIterable<Buffer>) {
      drop ??= from - before;
      if (drop < piece.length) yield drop === 0 ? piece : piece.subarray(drop);
      drop = Math.max(0, drop - piece.length);
    }
  } finally {
    pack.destroy();
    await fed;
  }
}
