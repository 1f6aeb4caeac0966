import type { Readable } from "node:stream";

const KEY = /^[a-z0-9_][a-z0-9_.-]*(\/[a-z0-9_][a-z0-9_.-]*)*$/;
const LONGEST_KEY = 512;

/** Whether a text has the form of a key: nothing else can be stored or read. */
export function isStorageKey(text: string): boolean {
  return text.length <= LONGEST_KEY && KEY.test(text);
}

/** Where files live. Keys are lower-case paths like `pictures/ab/abcdef.jpg`, never from user input. */
export type StoredFile = { bytes: Buffer; size: number; modified: Date };

/** Bytes from `start` to `end`, both included. */
export type Part = { start: number; end: number };

/** `size` is that of the whole file. Whoever gets it reads `body` to its end or destroys it. */
export type StreamedFile = { body: Readable; size: number; modified: Date };

export type Storage = {
  /** Writes whole files atomically: a reader sees all of it or none. Throws AppError "storage-full" when the disk is full. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * The file, or null when there is none.
   * @param room where its bytes are put if they fit, instead of into new memory; `bytes` is then a part of it
   */
  get(key: string, room?: Uint8Array): Promise<StoredFile | null>;
  /** The file or a part of it, a piece at a time, so that a slow reader costs no more than a piece; null when there is none. */
  stream(key: string, part?: Part): Promise<StreamedFile | null>;
  /** Size and time without the bytes, or null. */
  head(key: string): Promise<{ size: number; modified: Date } | null>;
  /** Deletes; no error when it is not there. */
  delete(key: string): Promise<void>;
  /** Keys under a prefix, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** Throws when the store cannot be written to; for readiness. */
  check(): Promise<void>;
};
