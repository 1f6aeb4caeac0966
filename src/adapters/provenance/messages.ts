import type { Claim, ManifestReport, SignedFormat } from "./port.ts";

/** PEM. */
export type Signer = { chain: string; privateKey: string; algorithm: string };

/** What passes to the thread. */
export type ProvenanceJob =
  | { kind: "probe" }
  | {
      kind: "sign";
      file: Uint8Array;
      format: SignedFormat;
      claim: Claim;
      signer: Signer;
      program: { name: string; version: string; site: string };
    }
  | {
      kind: "read";
      file: Uint8Array;
      format: SignedFormat;
      /** PEM of the issuers and serial numbers of the installation's own certificates. */
      own: { anchors: string; serials: string[] };
    };

export type ProvenanceResult = Uint8Array | ManifestReport | null;
