import { Readable } from "node:stream";
import { Hono } from "hono";
import { z } from "zod";
import { t } from "#app/language/message.ts";
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
import { formatFor } from "./accept.ts";
import { parseAddress } from "./address.ts";
import { mediaTypes, type Content } from "./response.ts";
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
  answers: { 200: { description: "The picture in the format of its address", type: "image/*" } },
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
  name: string;
  format: keyof typeof mediaTypes;
  content(file: PictureFile): Promise<Content>;
};

function wantedOf(path: string, accept: string | undefined, variants: Variants): Wanted {
  const address = parseAddress(path);
  if (address === null || address.kind === "nothing" || address.kind === "portrait") {
    throw new AppError("not-found");
  }
  if (address.kind === "refused") throw fieldError("url", "size", t`This size is not made`);
  const { name } = address;
  if (address.kind === "original") {
    return { name, format: "jpg", content: (file) => variants.original(file) };
  }
  const format = address.format ?? formatFor(accept);
  const { width, height, quality } = address;
  return {
    name,
    format,
    content: (file) =>
      variants.get(file, { width, height, quality, format }, () => Promise.resolve()),
  };
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
    const wanted = wantedOf(ownPath(url, origins), c.req.header("accept"), variants);
    const file = await pictureFile(db, wanted.name);
    if (file === null || !canSee(c.get("actor"), file)) throw new AppError("not-found");
    const content = await wanted.content(file);
    const given = filename?.trim() ?? "";
    const headers = {
      "content-type": mediaTypes[wanted.format],
      "content-length": String(content.size),
      "content-disposition": attachment(given === "" ? file.slug : given, wanted.format),
      "cache-control": "private, no-store",
    };
    if (c.req.method !== "GET") return c.body(null, 200, headers);
    await countDownload(services, file.id);
    const body = Readable.toWeb(await content.open(null)) as ReadableStream<Uint8Array>;
    return c.body(body, 200, headers);
  });
}
