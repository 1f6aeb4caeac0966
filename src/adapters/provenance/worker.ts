/** A thread that signs files and reads manifests. The library is loaded by the first job; it is missing on some machines. */
import { constants, createPrivateKey, sign } from "node:crypto";
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import { manifestBytes } from "./manifest-bytes.ts";
import { actionsOf, ingredientOf, mediaTypes, metadataOf } from "./definition.ts";
import type { ProvenanceJob, ProvenanceResult, Signer } from "./messages.ts";
import { reportOf } from "./report.ts";

const library = () => import("@contentauth/c2pa-node");
type Library = Awaited<ReturnType<typeof library>>;
type SignJob = Extract<ProvenanceJob, { kind: "sign" }>;
type ReadJob = Extract<ProvenanceJob, { kind: "read" }>;

/** Nothing is ever fetched, and no small picture is put into a manifest. */
const verify = {
  verify_after_reading: true,
  verify_after_sign: false,
  verify_timestamp_trust: false,
  ocsp_fetch: false,
  remote_manifest_fetch: false,
};
const writing = {
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

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Signs with a key. The library's own signer keeps ten kilobytes free in each file, which is more than many a small picture
 * has; this one keeps what its certificates take.
 */
function newSigner({ CallbackSigner }: Library, { chain, privateKey, algorithm }: Signer) {
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
  return CallbackSigner.newSigner(
    {
      alg: algorithm as Parameters<Library["LocalSigner"]["newSigner"]>[2],
      certs: certificatesOf(chain),
      reserveSize: Math.ceil(chain.length * 0.75) + roomForSignature,
      directCoseHandling: false,
    },
    (data) => Promise.resolve(sign(digest, data, options)),
  );
}

let last: { chain: string; privateKey: string; signer: ReturnType<typeof newSigner> } | null = null;

/** An installation signs with one key: reading it took longer than signing with it. */
function signerOf(c2pa: Library, given: Signer) {
  if (last?.chain !== given.chain || last.privateKey !== given.privateKey) {
    last = { ...given, signer: newSigner(c2pa, given) };
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

async function signFile(job: SignJob): Promise<Uint8Array> {
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
  await builder.signAsync(signerOf(c2pa, job.signer), source, signed);
  if (signed.buffer === null) throw new Error("the library gave no file");
  return new Uint8Array(signed.buffer);
}

async function read({ file, format, own }: ReadJob): Promise<ProvenanceResult> {
  const { Reader } = await library();
  const asset = { buffer: bufferOf(file), mimeType: mediaTypes[format] };
  const trusting = {
    verify: { ...verify, verify_trust: true },
    trust: { user_anchors: own.anchors },
  };
  try {
    const reader = await Reader.fromAsset(asset, trusting);
    return reader === null ? null : reportOf(reader.json(), own.serials);
  } catch {
    // The library throws for what it cannot parse: a damaged manifest, or a damaged file that has none.
    return asset.buffer.includes("c2pa") ? reportOf(null, []) : null;
  }
}

yieldToRequests();
servePool<ProvenanceJob, ProvenanceResult>(async (job) => {
  if (job.kind === "sign") return signFile(job);
  if (job.kind === "read") return read(job);
  await library().then(({ Builder }) => Builder.new(writing));
  return null;
});
