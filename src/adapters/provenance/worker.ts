/** A thread that signs files and reads manifests. The library is loaded by the first job; it is missing on some machines. */
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import { mediaTypes } from "./definition.ts";
import type { ProvenanceJob, ProvenanceResult } from "./messages.ts";
import { reportOf } from "./report.ts";
import { bufferOf, library, signFile, verify, writing } from "./sign.ts";

type ReadJob = Extract<ProvenanceJob, { kind: "read" }>;

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
  if (job.kind === "sign") return new Uint8Array(await signFile(job));
  if (job.kind === "read") return read(job);
  await library().then(({ Builder }) => Builder.new(writing));
  return null;
});
