import "reflect-metadata";
import { JPEG, PNG } from "@trustnxt/c2pa-ts/asset";
import { SuperBox } from "@trustnxt/c2pa-ts/jumbf";
import { ManifestStore } from "@trustnxt/c2pa-ts/manifest";

/** The chunk of a WebP that holds a manifest, with the header that hashing leaves out. */
function chunkOf(webp: Buffer): { start: number; length: number } | null {
  for (let at = 12; at + 8 <= webp.length;) {
    const size = webp.readUInt32LE(at + 4);
    const length = 8 + size + (size % 2);
    if (webp.toString("latin1", at, at + 4) === "C2PA") return { start: at, length };
    at += length;
  }
  return null;
}

/** A WebP as the library wants files, which does not know it. */
function webpAsset(webp: Buffer) {
  const chunk = chunkOf(webp);
  return {
    mimeType: "image/webp",
    dumpInfo: () => "",
    getDataLength: () => webp.length,
    getDataRange: (start = 0, length = webp.length - start) =>
      Promise.resolve(new Uint8Array(webp.subarray(start, start + length))),
    getManifestJUMBF() {
      if (chunk === null) return undefined;
      const size = webp.readUInt32LE(chunk.start + 4);
      return new Uint8Array(webp.subarray(chunk.start + 8, chunk.start + 8 + size));
    },
    getHashExclusionRange: () => chunk ?? { start: 0, length: 0 },
    ensureManifestSpace: () => Promise.reject(new Error("reads only")),
    writeManifestJUMBF: () => Promise.reject(new Error("reads only")),
  };
}

/**
 * What another implementation of C2PA says of a file's manifest: "intact", the codes of what is wrong, or "none". It does not
 * know AVIF ("unsupported"), and checks no chain of certificates.
 */
export async function secondReader(file: Buffer): Promise<string> {
  const bytes = Uint8Array.from(file);
  const isWebp = file.toString("latin1", 8, 12) === "WEBP";
  if (!isWebp && !JPEG.canRead(bytes) && !PNG.canRead(bytes)) return "unsupported";
  const asset = isWebp ? webpAsset(file) : JPEG.canRead(bytes) ? new JPEG(bytes) : new PNG(bytes);
  const jumbf = asset.getManifestJUMBF();
  if (jumbf === undefined) return "none";
  const result = await ManifestStore.read(SuperBox.fromBuffer(Uint8Array.from(jumbf))).validate(
    asset,
  );
  if (result.isValid) return "intact";
  return result.statusEntries
    .filter(({ success }) => !success)
    .map(({ code }) => code)
    .join(" ");
}
