/** Files of models: the catalogue, what the hub says of a file, downloads, and the folder that keeps them. */
import { inEnglish } from "#app/language/spoken.ts";
import type { CatalogueModel, Lora, ModelFile } from "#app/rules/local-models.ts";
import {
  modelFaultText,
  type ModelFaultFacts,
  type ModelFaultKind,
} from "#app/rules/model-faults.ts";

/** What the hub says of a file, to be confirmed where the catalogue does not say it. */
export type HubStatement = {
  /** 64 hexadecimal digits. */
  sha256: string;
  bytes: number;
  /** The commit, 40 hexadecimal digits. */
  revision: string;
};

/** Bytes of the file that are on the disk for good, of all its bytes. */
export type DownloadEvent = { bytes: number; total: number };

export type ModelFileFault = {
  kind: ModelFaultKind;
  /** What `modelFaultText` makes the sentence of, in any language. */
  facts: ModelFaultFacts;
  /** In English, for logs and the command line. */
  sentence: string;
  /** Milliseconds to wait before the next try, where the hub says so. */
  retryAfterMs?: number;
};

/** A file that could not be had; `fault` says why. */
export class ModelFileError extends Error {
  readonly fault: ModelFileFault;

  constructor(
    kind: ModelFaultKind,
    facts: ModelFaultFacts = {},
    { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    const sentence = inEnglish(() => modelFaultText(kind, facts));
    super(facts.detail === undefined ? sentence : `${sentence} (${facts.detail})`, { cause });
    this.name = "ModelFileError";
    this.fault = {
      kind,
      facts,
      sentence: this.message,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
}

export type ImportedFile = { file: ModelFile; path: string; sha256: string; bytes: number };

/** Bytes that stay free on the disk of the models, beside what is fetched. */
export const spaceReserve = 2_000_000_000;

export type ModelFiles = {
  /**
   * The models that can be had: the program's own, and those of the file MODELS_CATALOGUE, which replace ours of the same id.
   * @throws Error of one sentence for a file that is none
   */
  catalogue(): Promise<readonly CatalogueModel[]>;
  /**
   * What the hub says of a file, without fetching it. Without a revision, that of the newest.
   * @throws ModelFileError, "changed" where the hub contradicts what the file says
   */
  state(file: ModelFile, signal: AbortSignal): Promise<HubStatement>;
  /**
   * The LoRAs in MODELS_DIR/loras, and in a folder there by the name of a family for that family alone. One whose header is not
   * sound is left out, and said in the log.
   */
  loras(): Promise<readonly Lora[]>;
  /** Bytes of the disk that keeps the models. */
  space(): Promise<{ free: number; total: number }>;
  /**
   * Fetches a file, checks its hash and its header, and keeps it. To pause is to abort; the next call goes on where it ended, in this
   * process or another. A file that is here already is not fetched.
   * @param onProgress called at most four times a second
   * @returns the absolute path
   * @throws ModelFileError; the signal's reason when it was aborted
   */
  download(
    file: ModelFile & HubStatement,
    signal: AbortSignal,
    onProgress: (event: DownloadEvent) => void,
  ): Promise<string>;
  /**
   * The absolute path of a file that is kept here and whole; null otherwise.
   * @param deep reads all of it and compares its hash, rather than its size and time
   */
  find(sha256: string, deep?: boolean): Promise<string | null>;
  /**
   * Looks through a folder and those in it, ComfyUI's too, for files of the catalogue: by size, then by hash. A file that is found is linked,
   * or used where it is; it is never written to. Where the catalogue knows no hash, the file's name decides, and the hash that is returned
   * is to be confirmed.
   * @param onProgress called with the count of files seen
   * @throws ModelFileError "missing" for no folder; the signal's reason when it was aborted
   */
  importFolder(
    folder: string,
    wanted: readonly ModelFile[],
    signal: AbortSignal,
    onProgress: (seen: number) => void,
  ): Promise<readonly ImportedFile[]>;
  /**
   * Deletes what no kept hash names, and parts of downloads that nobody goes on with. A file of a folder that is used where it is stays there.
   * @param kept sha256 of the files that models name, those that are still being fetched included
   * @returns bytes that became free
   */
  sweep(kept: ReadonlySet<string>): Promise<number>;
  close(): Promise<void>;
};
