import { z } from "zod";

const written = z.object({ name: z.string(), size: z.int(), sha256: z.string() });

/** What an archive is made of, in the order of its files. The originals come after the others. */
export const planSchema = z.object({
  /** Bytes of the chunks of every file of the snapshot and of the archive. */
  chunk: z.int().positive(),
  files: z.array(
    z.union([
      written.extend({ prefix: z.string() }),
      // A file of the store as it is.
      written.extend({ storageKey: z.string() }),
    ]),
  ),
  /** A list of lines: digest, bytes and storage key. */
  originals: z.object({
    prefix: z.string(),
    chunk: z.int().positive(),
    size: z.int(),
    count: z.int(),
    bytes: z.int(),
    /** Bytes that they take in the archive. */
    span: z.int(),
  }),
  /** Bytes of the archive. */
  total: z.int(),
});

export type Plan = z.output<typeof planSchema>;

/** Where all files of an export lie. */
export const exportFolder = (id: string) => `exports/${id}`;
/** Where the chunks of an archive lie that a member has uploaded. */
export const importFolder = (id: string) => `imports/${id}`;
/** Where a snapshot lies. A worker that is given up may still write to an older one. */
export const roundFolder = (id: string, round: number) => `${exportFolder(id)}/${round}`;
/** Where the archive of a snapshot lies. */
export const archivePrefix = (id: string, round: number) => `${roundFolder(id, round)}/tar`;
