import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { codingFor, isCompressible, smallest, worthCoding } from "#app/lib/content-coding.ts";
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
/** The content of a file, uncompressed, and its content security policy; null for that of all files. */
type Content = { bytes: Buffer; policy: string | null };

type StaticFile = { read: () => Promise<Content>; type: string; cache: string };

type Coding = (typeof smallest)[number];

/** What is sent of a file: its content in one coding, with the tag for it. */
type Sent = Content & { etag: string; coding: Coding | null };

/** Bytes of all that is kept: all files in all languages are 3 MB in brotli; the rest is for clients that take another coding. */
const memory = 12 * 1024 * 1024;

const compress: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

function built(folder: string, name: string): StaticFile {
  return {
    read: async () => ({ bytes: await readFile(path.join(folder, name)), policy: null }),
    type: types[path.extname(name).toLowerCase()] ?? "application/octet-stream",
    // The bundler puts a content hash into the names below assets/.
    cache: name.startsWith("assets/")
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600",
  };
}

/** Asked for again each time: it has no hash in its name and must not outlive its release. */
function made({ type, make }: MadeFile): StaticFile {
  async function read() {
    const { text, policy } = make();
    return { bytes: Buffer.from(text), policy };
  }
  return { read, type, cache: "no-cache" };
}

async function sentOf(file: StaticFile, wanted: Coding | null): Promise<Sent> {
  const { bytes, policy } = await file.read();
  const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  if (wanted === null || bytes.length < worthCoding) {
    return { bytes, policy, etag: `"${tag}"`, coding: null };
  }
  const coded = await compress[wanted](bytes);
  return { bytes: coded, policy, etag: `"${tag}-${wanted}"`, coding: wanted };
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join("/"));
}

/**
 * Serves the files of a folder that were there at the start. A file is read and compressed when it is first asked for, and
 * then sent from memory. A path is looked up among the known names, never resolved on disk, so that nothing outside can
 * be reached.
 * @param folder null for none
 * @param madeFor further files, made of the addresses of those in the folder
 * @returns a handler that handles a request (true) or not (false)
 */
export function createStaticFiles(
  folder: string | null,
  madeFor: (addresses: readonly string[]) => readonly MadeFile[] = () => [],
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const names = folder === null ? [] : namesIn(folder);
  const files = new Map(names.map((name) => [`/${name}`, built(folder ?? "", name)]));
  for (const file of madeFor([...files.keys()])) files.set(file.address, made(file));
  const kept = new LRUCache<string, Sent, { file: StaticFile; coding: Coding | null }>({
    maxSize: memory,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
    fetchMethod: (_key, _stale, { context: { file, coding } }) => sentOf(file, coding),
  });

  async function send(
    req: IncomingMessage,
    res: ServerResponse,
    address: string,
    file: StaticFile,
  ) {
    const accepted = req.headers["accept-encoding"]?.toString();
    const wanted = isCompressible(file.type) ? codingFor(accepted, smallest) : null;
    const { bytes, policy, etag, coding } = await kept.forceFetch(`${wanted} ${address}`, {
      context: { file, coding: wanted },
    });
    const common = {
      "cache-control": file.cache,
      etag,
      vary: "accept-encoding",
      ...(policy !== null && { "content-security-policy": policy }),
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

  /** A file that was there at the start may be gone since: a new release has other names. */
  function refuse(res: ServerResponse, error: unknown): void {
    if (res.headersSent || (error as NodeJS.ErrnoException).code !== "ENOENT") {
      res.destroy(error as Error);
      return;
    }
    res.writeHead(404, { "cache-control": "no-store", "content-length": 0 }).end();
  }

  return (req, res) => {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const address = req.url?.split("?", 1)[0] ?? "";
    const file = files.get(address);
    if (file === undefined) return false;
    void send(req, res, address, file).catch((error: unknown) => refuse(res, error));
    return true;
  };
}
