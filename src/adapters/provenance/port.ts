/** Marks that show where a file came from: watermarks by a key, and manifests signed as the C2PA standard says. */

import type { SourceType } from "#app/rules/source-type.ts";

/** What a watermark is written with; see PictureMark of the port of imaging. */
export type WatermarkOf = { key: Uint8Array; payload: Uint8Array };

export type SignedFormat = "jpg" | "webp" | "avif" | "png";

type FileOfParent = { bytes: Uint8Array; format: SignedFormat };

/** What a picture was made from. A file's own manifest is kept inside. */
export type ClaimedParent =
  /** A public picture of this site. */
  | { kind: "picture"; pictureId: string; file?: FileOfParent }
  /** One that may not be named. */
  | { kind: "hidden" }
  /** The file of an engine or of an import, as it was when it came. */
  | { kind: "brought"; file: FileOfParent };

/** What is signed. It holds no words of members: files that have left cannot be called back. */
export type Claim = {
  pictureId: string;
  engine: string;
  sourceType: SourceType;
  license: string;
  parents: ClaimedParent[];
  /** How a copy differs from the original, in the words of C2PA; null for the original itself. */
  change: "resized" | "converted" | null;
};

export type ManifestAction = { action: string; agent: string | null; sourceType: string | null };

/** What a file's manifest says, as it stands there. */
export type ManifestReport = {
  /**
   * intact: nothing was changed after signing. changed: the picture was. broken: the manifest itself cannot be relied on.
   */
  state: "intact" | "changed" | "broken";
  /** Whether this installation signed it. */
  isOwn: boolean;
  /** The file's name in the manifest; of files that were signed here, the picture's id and the format. */
  title: string | null;
  /** Who signed, by the certificate. */
  signer: string | null;
  /** The program that made the manifest. */
  generator: string | null;
  actions: ManifestAction[];
  /** Titles of what it was made from. */
  ingredients: string[];
};

export type Provenance = {
  /** What the watermarks of this installation are read with. */
  watermarkKey: Uint8Array;
  /** The watermark of a picture. */
  markOf(pictureId: string): WatermarkOf;
  /** Whether files are signed here: not without the library, which is not made for every kind of machine. */
  canSign(): Promise<boolean>;
  /** The file with a signed manifest in place of its own; as it is where files are not signed. */
  sign(file: Uint8Array, format: SignedFormat, claim: Claim): Promise<Buffer>;
  /**
   * The manifest inside a file that somebody brought; null for none.
   * @throws ProvenanceUnavailable where manifests cannot be read
   */
  read(file: Uint8Array): Promise<ManifestReport | null>;
  /** Ends the thread. */
  close(): Promise<void>;
};

/** The library is missing, or its thread failed. */
export class ProvenanceUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super("manifests cannot be read here", options);
    this.name = "ProvenanceUnavailable";
  }
}
