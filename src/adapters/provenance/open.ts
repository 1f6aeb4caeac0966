import { createWorkerPool, PoolError } from "@echoform/worker-pool";
import type { Env } from "#app/env.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Logger } from "#app/lib/log.ts";
import { payloadOf } from "#app/lib/picture-mark.ts";
import { sniff } from "#app/lib/sniff.ts";
import { anchorOf, serialOf, signatureAlgorithm, type SigningCertificate } from "./certificate.ts";
import type { ProvenanceJob, ProvenanceResult } from "./messages.ts";
import { ProvenanceUnavailable, type Claim, type ManifestReport, type Provenance } from "./port.ts";
import { signFile } from "./sign.ts";

export { readCertificate, selfMadeCertificate, type SigningCertificate } from "./certificate.ts";

export type ProvenanceKeys = {
  /** Of watermarks: 32 bytes. */
  watermark: Uint8Array;
  /** What files are signed with. */
  certificate: SigningCertificate;
  /** All chains that this installation has signed with, PEM. */
  chains: readonly string[];
};

export type ProvenanceOptions = {
  env: Pick<Env, "APP_NAME" | "SERVER_URL">;
  version: string;
  keys: ProvenanceKeys;
  log: Logger;
  /** The file that the thread runs, for tests. */
  file?: URL;
};

/** Signing takes milliseconds; the first job loads the library. */
const silentMs = 30_000;
const idleMs = 60_000;
const heapMb = 128;
const queue = 256;

/**
 * Whether files that others made are read for signing. They are in the thread, which is ended when one takes too long; all
 * else is signed from here, since the way to the thread and back costs as much as the signing.
 */
function holdsFiles({ parents }: Claim): boolean {
  return parents.some((parent) => parent.kind !== "hidden" && parent.file !== undefined);
}

/** Opens the marks of an installation. The thread starts with the first file. */
export function openProvenance({
  env,
  version,
  keys,
  log,
  file = new URL("./worker.ts", import.meta.url),
}: ProvenanceOptions): Provenance {
  const { watermark, certificate, chains } = keys;
  const { chain, privateKey } = certificate;
  const pool = createWorkerPool<ProvenanceJob, ProvenanceResult>({
    name: "provenance",
    file,
    heapMb,
    idleMs,
    silentMs,
    queue,
  });
  const signer = { chain, privateKey, algorithm: signatureAlgorithm(privateKey) };
  const program = { name: "Echoform", version, site: env.SERVER_URL };
  const own = { anchors: chains.map(anchorOf).join(""), serials: chains.map(serialOf) };
  let probe: Promise<boolean> | null = null;

  const canSign = () =>
    (probe ??= pool.call({ kind: "probe" }).then(
      () => true,
      (error: unknown) => {
        log.warn(
          { err: error },
          "files get no signed manifest: the library of C2PA does not run here",
        );
        return false;
      },
    ));

  return {
    watermarkKey: watermark,
    markOf: (pictureId) => ({ key: watermark, payload: payloadOf(watermark, pictureId) }),
    canSign,
    async sign(bytes, format, claim) {
      if (!(await canSign())) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const given = { kind: "sign", file: bytes, format, claim, signer, program } as const;
      if (!holdsFiles(claim)) return signFile(given);
      const job = { ...given, file: Uint8Array.from(bytes) };
      try {
        return Buffer.from((await pool.call(job, { transfer: [job.file.buffer] })) as Uint8Array);
      } catch (error) {
        if (!(error instanceof PoolError) || error.kind !== "full") throw error;
        const detail = "Too many pictures are being signed; try again in a moment";
        throw new AppError("unavailable", { detail, retryAfterSeconds: 5, cause: error });
      }
    },
    async read(bytes) {
      const kind = sniff(bytes);
      if (kind === null) return null;
      if (!(await canSign())) throw new ProvenanceUnavailable();
      const format = kind === "jpeg" ? "jpg" : kind;
      const job = { kind: "read", file: Uint8Array.from(bytes), format, own } as const;
      try {
        return (await pool.call(job, { transfer: [job.file.buffer] })) as ManifestReport | null;
      } catch (cause) {
        throw new ProvenanceUnavailable({ cause });
      }
    },
    close: () => pool.close(),
  };
}
