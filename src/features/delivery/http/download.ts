import { Readable } from "node:stream";
import { Hono } from "hono";
import { z } from "zod";
import type { VariantFormat } from "#app/adapters/imaging/port.ts";
import type { Part } from "#app/adapters/storage/port.ts";
import { t } from "#app/language/message.ts";
import { partOf } from "#app/lib/byte-range.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { described } from "#app/lib/describe.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { parseQuery, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { text } from "#app/lib/text.ts";
import type { Services } from "#app/services.ts";
import { countDownload } from "#app/features/pictures/commands.ts";
import { pictureFile, type PictureFile } from "#app/features/pictures/queries.ts";
import { canSee } from "#app/features/pictures/policy.ts";
import { formatOfKey, mediaTypes } from "#app/rules/picture-files.ts";
import { parseAddress, requestedOf, type PictureAddress } from "./address.ts";
import { etagOf, type Content } from "./response.ts";
import { attachment } from "./disposition.ts";
import type { Variants } from "./variants.ts";

const downloadQuery = z.strictObject({
  url: text().min(1).max(2_000),
  filename: text().max(1_000).optional(),
});

const downloadDocs = described({
  tag: "pictures",
  summary: "One of the site's own pictures as an attachment",
  query: downloadQuery,
  answers: {
    200: { description: "The picture in the format of its address", type: "image/*" },
    206: { description: "A part of an original", type: "image/*" },
  },
  refuses: [400, 404],
});

const foreign = () =>
  fieldError("url", "foreign", t`Only this site's own pictures can be downloaded`);

/** The path of one of the site's own addresses; nothing is ever fetched. Throws AppError invalid-request. */
function ownPath(url: string, origins: readonly string[]): string {
  // Both slashes at the start would name another host.
  const isPath = /^\/(?![/\\])/.test(url);
  const parsed = URL.parse(url, isPath ? origins[0] : undefined);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw foreign();
  if (parsed.username !== "" || parsed.password !== "") throw foreign();
  if (!origins.some((origin) => new URL(origin).host === parsed.host)) throw foreign();
  return parsed.pathname;
}

type Wanted = {
  format: VariantFormat;
  content: Content;
  /** Of an original, whose bytes are the same each time: a broken download can be continued. */
  etag: string | null;
};

/** The picture that a path names, and the address of its file. Throws AppError not-found, invalid-request. */
function addressOf(path: string): PictureAddress {
  const address = parseAddress(path);
  if (address === null || address.kind === "nothing" || address.kind === "portrait") {
    throw new AppError("not-found");
  }
  if (address.kind === "refused") throw fieldError("url", "size", t`This size is not made`);
  return address;
}

/** The part of an original that is asked for, if the reader has the beginning of this very file. */
function wantedPart(headers: Headers, etag: string, size: number): Part | "none" | null {
  const condition = headers.get("if-range");
  if (condition !== null && condition !== etag) return null;
  return partOf(headers.get("range") ?? undefined, size);
}

async function wantedOf(
  address: PictureAddress,
  file: PictureFile,
  { accept, variants }: { accept: string | undefined; variants: Variants },
): Promise<Wanted> {
  if (address.kind === "original" && address.format === formatOfKey(file.storageKey)) {
    const content = await variants.original(file);
    return { format: address.format, content, etag: etagOf(file.sha256) };
  }
  const request = requestedOf(address, accept);
  const content = await variants.get(file, request, () => Promise.resolve());
  return { format: request.format, content, etag: null };
}

/**
 * GET /api/download/image?url=&filename=: one of the site's own pictures as an attachment. See docs/product.md 7.3.
 * @param variants the one of this process
 */
export function downloadRoutes(
  services: Services,
  { limits, variants }: { limits: Limits; variants: Variants },
): Hono<AppEnv> {
  const { db, env } = services;
  const origins = [env.SERVER_URL, env.PICTURES_URL];
  return new Hono<AppEnv>().get("/api/download/image", downloadDocs, async (c) => {
    const { url, filename } = parseQuery(c, downloadQuery);
    await limits.take("download", c.get("actor").userId ?? limitKey(c.get("ip")));
    const address = addressOf(ownPath(url, origins));
    const file = await pictureFile(db, address.name);
    if (file === null || !canSee(c.get("actor"), file)) throw new AppError("not-found");
    const accept = c.req.header("accept");
    const { format, content, etag } = await wantedOf(address, file, { accept, variants });
    const given = filename?.trim() ?? "";
    const headers = {
      "content-type": mediaTypes[format],
      "content-disposition": attachment(given === "" ? file.slug : given, format),
      "cache-control": "private, no-store",
      ...(etag !== null && { etag, "accept-ranges": "bytes" }),
    };
    const whole = { ...headers, "content-length": String(content.size) };
    if (c.req.method !== "GET") return c.body(null, 200, whole);
    const part = etag === null ? null : wantedPart(c.req.raw.headers, etag, content.size);
    if (part === "none") {
      return c.body(null, 416, { "content-range": `bytes */${content.size}` });
    }
    // What continues a download was counted when it began.
    if (part === null || part.start === 0) await countDownload(services, file.id);
    const body = Readable.toWeb(await content.open(part)) as ReadableStream<Uint8Array>;
    if (part === null) return c.body(body, 200, whole);
    return c.body(body, 206, {
      ...headers,
      "content-length": String(part.end - part.start + 1),
      "content-range": `bytes ${part.start}-${part.end}/${content.size}`,
    });
  });
}
