/** A file that is being fetched: its bytes as `.part`, and beside it what is known to be in them. */
import { createHash, type Hash } from "node:crypto";
import { open, readFile, rename, rm, type FileHandle } from "node:fs/promises";
import { z } from "zod";
import { bytesIn, gapsOf, withRange, type Range } from "./ranges.ts";

const pieceBytes = 1024 * 1024;

const saved = z.strictObject({
  sha256: z.string(),
  bytes: z.number(),
  /** What the second host called this version of the file. */
  etag: z.string().nullable(),
  /** The start of the machine that wrote it. */
  boot: z.string().nullable(),
  /** Whether the bytes were only ever added at the end. */
  inOrder: z.boolean(),
  done: z.array(z.tuple([z.number(), z.number()])),
});
type Saved = z.output<typeof saved>;

export type Part = {
  /** Ranges that are written. */
  readonly done: readonly Range[];
  readonly size: number;
  readonly etag: string | null;
  gaps(): Range[];
  /** Names the version that is fetched, before its first byte. @param inOrder whether bytes come from one connection */
  begin(etag: string | null, inOrder: boolean): Promise<void>;
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** Puts what is written on the disk, then says so beside it. */
  save(): Promise<void>;
  /** Forgets all of it. */
  reset(): Promise<void>;
  /** Reads what is there from an earlier time for the hash. @throws the signal's reason */
  prepare(signal: AbortSignal): Promise<void>;
  /** The sha256 of the whole file. @throws the signal's reason */
  digest(signal: AbortSignal): Promise<string>;
  /** Puts all of it on the disk for good, readable by its owner and group alone. */
  seal(): Promise<void>;
  close(): Promise<void>;
};

async function readBoot(): Promise<string | null> {
  const text = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => null);
  return text?.trim() ?? null;
}

/** What is known of a part; null for nothing that can be relied on. */
async function readSaved(file: string, sha256: string, bytes: number): Promise<Saved | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    const found = saved.parse(JSON.parse(text));
    return found.sha256 === sha256 && found.bytes === bytes ? found : null;
  } catch {
    return null;
  }
}

/**
 * What is whole. While the machine has not been started again, what a program wrote is there even if it was killed; a file that
 * only grew at its end is then whole up to there.
 */
function doneOf(known: Saved, boot: string | null, length: number): Range[] {
  const end = Math.min(length, known.bytes);
  const isSameStart = boot !== null && known.boot === boot;
  if (known.inOrder && isSameStart) return end > 0 ? [[0, end]] : [];
  return known.done.filter((range) => range[1] <= length);
}

/** Writes a text so that a reader after a power cut finds the old one or the new one. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** The sha256 of what came in order so far; the rest is read from the file. */
class Digest {
  #hash: Hash = createHash("sha256");
  #end = 0;

  add(bytes: Uint8Array, at: number): void {
    if (at !== this.#end) return;
    this.#hash.update(bytes);
    this.#end += bytes.length;
  }

  /** Reads on from the file. @param end position before which all is written */
  async catchUp(handle: FileHandle, end: number, signal: AbortSignal): Promise<void> {
    const piece = new Uint8Array(pieceBytes);
    while (this.#end < end) {
      signal.throwIfAborted();
      const at = this.#end;
      const { bytesRead } = await handle.read(piece, 0, Math.min(pieceBytes, end - at), at);
      if (bytesRead === 0) throw new Error("a part is shorter than it was");
      this.add(piece.subarray(0, bytesRead), at);
    }
  }

  hex(): string {
    return this.#hash.copy().digest("hex");
  }
}

/**
 * Opens the part of a file, and goes on with what is there of it.
 * @param file path of the part; its notes are beside it, with .json at the end
 */
export async function openPart(file: string, sha256: string, bytes: number): Promise<Part> {
  const notes = `${file}.json`;
  const known = await readSaved(notes, sha256, bytes);
  const handle = await open(file, known === null ? "w+" : "r+", 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return open(file, "w+", 0o600);
      throw error;
    },
  );
  const boot = await readBoot();
  const { size: length } = await handle.stat();
  let done = known === null ? [] : doneOf(known, boot, length);
  let etag = known?.etag ?? null;
  let inOrder = known?.inOrder ?? true;
  let isNoted = known !== null;
  let digest = new Digest();
  let saving: Promise<void> = Promise.resolve();

  const note = async () => {
    const seen = done;
    await handle.datasync();
    const text = JSON.stringify({ sha256, bytes, etag, boot, inOrder, done: seen });
    await replace(notes, text);
    isNoted = true;
  };
  /** One after the other, so that an older note never replaces a newer one. */
  const save = () => {
    const next = saving.then(note);
    saving = next.catch(() => undefined);
    return next;
  };

  return {
    get done() {
      return done;
    },
    get size() {
      return bytesIn(done);
    },
    get etag() {
      return etag;
    },
    gaps: () => gapsOf(done, bytes),
    async begin(named, isInOrder) {
      if (isNoted && etag === named && inOrder === isInOrder) return;
      etag = named;
      // Once bytes were written out of order, the file's length says nothing.
      inOrder = isInOrder && (inOrder || done.length === 0);
      await save();
    },
    async write(piece, at) {
      let written = 0;
      while (written < piece.length) {
        const { bytesWritten } = await handle.write(
          piece,
          written,
          piece.length - written,
          at + written,
        );
        written += bytesWritten;
      }
      done = withRange(done, [at, at + piece.length]);
      digest.add(piece, at);
    },
    save,
    async reset() {
      done = [];
      etag = null;
      inOrder = true;
      digest = new Digest();
      await handle.truncate(0);
      await save();
    },
    async prepare(signal) {
      const [first] = done;
      if (first?.[0] === 0) await digest.catchUp(handle, first[1], signal);
    },
    async digest(signal) {
      await digest.catchUp(handle, bytes, signal);
      return digest.hex();
    },
    async seal() {
      await handle.sync();
      await handle.chmod(0o440);
    },
    async close() {
      await saving;
      await handle.close();
    },
  };
}

/** Deletes a part and its notes. */
export async function dropPart(file: string): Promise<void> {
  for (const name of [file, `${file}.json`, `${file}.json.new`]) await rm(name, { force: true });
}
