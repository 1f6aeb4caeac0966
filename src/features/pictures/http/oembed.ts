import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import type { Env } from "#app/env.ts";
import { text } from "#app/lib/text.ts";
import { paths } from "#app/paths.ts";
import { imageAddress, pageImageHost } from "#app/rules/image-address.ts";
import { escapeXml } from "#app/rules/escape-markup.ts";
import { variantSides } from "#app/rules/picture-files.ts";
import type { PicturePage } from "../queries.ts";

/** Query of GET /api/oembed (oembed.com). */
export const oembedQuery = z.strictObject({
  url: text().min(1).max(2_000),
  format: z.enum(["json", "xml"]).default("json"),
  maxwidth: z.coerce.number().int().min(1).max(10_000).optional(),
  maxheight: z.coerce.number().int().min(1).max(10_000).optional(),
});

const photo = z.object({
  version: z.literal("1.0"),
  type: z.literal("photo"),
  title: z.string(),
  author_name: z.string(),
  author_url: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.int(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});

export const oembedDocs = described({
  tag: "pictures",
  summary: "How another site embeds the picture at an address of this one (oEmbed 1.0)",
  query: oembedQuery,
  answers: { 200: { description: "A photo, with format=xml the same as XML", schema: photo } },
  refuses: [400, 404],
});

/** The picture of an absolute address of this site, as `/i/{x}`; null for any other address. */
export function addressedPicture(url: string, env: Pick<Env, "SERVER_URL">): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.host !== new URL(env.SERVER_URL).host) return null;
  const segment = /^\/i\/([^/]+)\/?$/.exec(parsed.pathname)?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

type Room = { maxwidth?: number; maxheight?: number };

/** The largest width that the image host makes and that keeps within what was asked for. */
function widthWithin({ width, height }: PicturePage, { maxwidth, maxheight }: Room): number {
  const fits = (side: number) =>
    side >= 24 &&
    side <= (maxwidth ?? Infinity) &&
    (Math.min(side, width) * height) / width <= (maxheight ?? Infinity);
  return variantSides.filter(fits).at(-1) ?? 24;
}

/** The oEmbed response for a picture. */
export function oembedOf(
  picture: PicturePage,
  room: Room,
  env: Pick<Env, "SERVER_URL" | "PICTURES_URL" | "APP_NAME">,
): z.output<typeof photo> {
  const whole = (path: string) => new URL(path, env.SERVER_URL).href;
  const side = widthWithin(picture, room);
  const width = Math.min(side, picture.width);
  const host = pageImageHost(env.SERVER_URL, env.PICTURES_URL);
  return {
    version: "1.0",
    type: "photo",
    title: picture.title,
    author_name: picture.creator.name,
    author_url: whole(paths.creator(picture.creator.username)),
    provider_name: env.APP_NAME,
    provider_url: whole(paths.home()),
    cache_age: 3600,
    url: whole(imageAddress(host, picture.slug, { width: side })),
    width,
    height: Math.max(1, Math.round((width * picture.height) / picture.width)),
  };
}

/** The same response as XML (oEmbed 1.0, section 2.3.4.2). */
export function oembedXml(answer: z.output<typeof photo>): string {
  const fields = Object.entries(answer).map(
    ([name, value]) => `  <${name}>${escapeXml(String(value))}</${name}>`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    "<oembed>",
    ...fields,
    "</oembed>",
    "",
  ].join("\n");
}
