/** Signs files by the library of C2PA, which is loaded by the first use; it is missing on some machines. */
import { constants, createPrivateKey, sign } from "node:crypto";
import { actionsOf, ingredientOf, mediaTypes, metadataOf } from "./definition.ts";
import { manifestBytes } from "./manifest-bytes.ts";
import type { ProvenanceJob, Signer } from "./messages.ts";

export const library = () => import("@contentauth/c2pa-node");
type Library = Awaited<ReturnType<typeof library>>;
type SignJob = Extract<ProvenanceJob, { kind: "sign" }>;

/** Nothing is ever fetched, and no small picture is put into a manifest. */
export const verify = {
  verify_after_reading: true,
  verify_after_sign: false,
  verify_timestamp_trust: false,
  ocsp_fetch: false,
  remote_manifest_fetch: false,
};
export const writing = {
  verify: { ...verify, verify_trust: false },
  builder: { thumbnail: { enabled: false } },
};

/** Bytes of a signature with what stands around it. */
const roomForSignature = 1_024;
/** A source's own manifest is kept up to this many bytes: the last of a long line of remixes would else hold them all. */
const mostOfParent = 64 * 1024;

/** The certificates of a chain, each in PEM form. */
function certificatesOf(chain: string): Buffer[] {
  const all = chain.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return all.map((each) => Buffer.from(`${each}\n`));
}

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Signs with a key. The library's own signer keeps ten kilobytes free in each file, which is more than many a small picture
 * has; this one keeps what its certificates take.
 */
function newSigner({ chain, privateKey, algorithm }: Signer) {
  const key = createPrivateKey(privateKey);
  const [, bits = ""] = /^(?:es|ps)(\d+)$/.exec(algorithm) ?? [];
  const digest = algorithm === "ed25519" ? null : `sha${bits}`;
  const isPss = algorithm.startsWith("ps");
  const options = isPss
    ? {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }
    : { key, dsaEncoding: "ieee-p1363" as const };
  return {
    config: {
      alg: algorithm as Parameters<Library["LocalSigner"]["newSigner"]>[2],
      certs: certificatesOf(chain),
      reserveSize: Math.ceil(chain.length * 0.75) + roomForSignature,
      directCoseHandling: false,
    },
    callback: (data: Buffer) => Promise.resolve(sign(digest, data, options)),
  };
}

let last: { chain: string; privateKey: string; signer: ReturnType<typeof newSigner> } | null = null;

/** An installation signs with one key: reading it took longer than signing with it. */
function signerOf(given: Signer) {
  if (last?.chain !== given.chain || last.privateKey !== given.privateKey) {
    last = { ...given, signer: newSigner(given) };
  }
  return last.signer;
}

async function addParents(
  builder: InstanceType<Library["Builder"]>,
  { claim: { parents }, program }: SignJob,
): Promise<void> {
  for (const [at, parent] of parents.entries()) {
    const file = parent.kind === "hidden" ? undefined : parent.file;
    const isShort = file !== undefined && manifestBytes(file.bytes) <= mostOfParent;
    const asset = isShort
      ? { buffer: bufferOf(file.bytes), mimeType: mediaTypes[file.format] }
      : undefined;
    await builder.addIngredient(JSON.stringify(ingredientOf(parent, program, at)), asset);
  }
}

/** The file with a signed manifest. The library works in threads of its own. */
export async function signFile(job: SignJob): Promise<Buffer> {
  const c2pa = await library();
  const { claim, program, format } = job;
  const manifest = {
    claim_generator_info: [{ name: program.name, version: program.version }],
    title: `${claim.pictureId}.${format}`,
    format: mediaTypes[format],
    assertions: [
      {
        label: "c2pa.actions",
        data: { actions: actionsOf(claim) },
        created: true,
      },
      { label: "cawg.metadata", data: metadataOf(claim, program), kind: "Json", created: true },
    ],
  };
  const builder = c2pa.Builder.withJson(manifest, writing);
  await addParents(builder, job);
  const signed = { buffer: null as Buffer | null };
  const source = { buffer: bufferOf(job.file), mimeType: mediaTypes[format] };
  const { config, callback } = signerOf(job.signer);
  // A signer object of the library's would keep the program from ending for as long as it is kept.
  await builder.signConfigAsync(callback, config, source, signed);
  if (signed.buffer === null) throw new Error("the library gave no file");
  return signed.buffer;
}
