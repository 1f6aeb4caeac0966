import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import {
  codingFor,
  isCompressible,
  worthCoding,
  type ContentCoding,
} from "#app/lib/content-coding.ts";
import type { MadeFile } from "./app-files.ts";

const types: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};
type StaticFile = {
  bytes: Buffer;
  type: string;
  etag: string;
  cache: string;
  /** Its content security policy; null for that of all files. */
  policy: string | null;
  /** Created once, on first use. */
  coded: Partial<Record<ContentCoding, Promise<Buffer>>>;
};

const compress: Record<ContentCoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

function etagOf(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

function load(folder: string, name: string): StaticFile {
  const bytes = readFileSync(path.join(folder, name));
  return {
    bytes,
    type: types[path.extname(name).toLowerCase()] ?? "application/octet-stream",
    etag: etagOf(bytes),
    // The bundler puts a content hash into the names below assets/.
    cache: name.startsWith("assets/")
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600",
    policy: null,
    coded: {},
  };
}

/** Asked for again each time: it has no hash in its name and must not outlive its release. */
function made({ type, text, policy }: MadeFile): StaticFile {
  const bytes = Buffer.from(text);
  return { bytes, type, etag: etagOf(bytes), cache: "no-cache", policy, coded: {} };
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join("/"));
}

/**
 * Serves the files of a folder as they were at the start, from memory. A path is looked up
 * among the known names, never resolved on disk, so that nothing outside can be reached.
 * @param folder null for none
 * @param madeFor further files, made of the addresses of those in the folder
 * @returns a handler that handles a request (true) or not (false)
 */
export function createStaticFiles(
  folder: string | null,
  madeFor: (addresses: readonly string[]) => readonly MadeFile[] = () => [],
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const names = folder === null ? [] : namesIn(folder);
  const files = new Map(names.map((name) => [`/${name}`, load(folder ?? "", name)]));
  for (const file of madeFor([...files.keys()])) files.set(file.address, made(file));

  async function send(req: IncomingMessage, res: ServerResponse, file: StaticFile): Promise<void> {
    const isWorth = file.bytes.length >= worthCoding && isCompressible(file.type);
    const coding = isWorth ? codingFor(req.headers["accept-encoding"]?.toString()) : null;
    const bytes = coding ? await (file.coded[coding] ??= compress[coding](file.bytes)) : file.bytes;
    const etag = coding ? file.etag.replace(/"$/, `-${coding}"`) : file.etag;
    const common = {
      "cache-control": file.cache,
      etag,
      vary: "accept-encoding",
      ...(file.policy !== null && { "content-security-policy": file.policy }),
    };
    if (req.headers["if-none-match"]?.split(/,\s*/).includes(etag)) {
      res.writeHead(304, common).end();
      return;
    }
    res.writeHead(200, {
      ...common,
      "content-type": file.type,
      "content-length": bytes.length,
      ...(coding && { "content-encoding": coding }),
    });
    res.end(req.method === "HEAD" ? undefined : bytes);
  }

  return (req, res) => {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const file = files.get(req.url?.split("?", 1)[0] ?? "");
    if (file === undefined) return false;
    void send(req, res, file).catch((error: unknown) => res.destroy(error as Error));
    return true;
  };
}
