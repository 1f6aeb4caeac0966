import { paths } from "#app/paths.ts";
import type { Env } from "#app/env.ts";
import { imageAddress, pageImageHost } from "#app/rules/image-address.ts";
import { rssOf } from "#app/rules/rss.ts";
import type { WallPicture } from "./rows.ts";

/** Width of the picture in a reader, in px. */
const width = 800;
const mostItems = 40;

type RssOptions = { title: string; summary: string; home: string; self: string };

/**
 * Pictures as a response in RSS 2.0 with Media RSS.
 * @param options home and self are paths of this site
 */
export function pictureRss(
  env: Pick<Env, "SERVER_URL" | "PICTURES_URL">,
  pictures: readonly WallPicture[],
  { title, summary, home, self }: RssOptions,
): Response {
  const whole = (path: string) => new URL(path, env.SERVER_URL).href;
  const host = pageImageHost(env.SERVER_URL, env.PICTURES_URL);
  const body = rssOf({
    title,
    summary,
    home: whole(home),
    self: whole(self),
    items: pictures.slice(0, mostItems).map((picture) => {
      const scale = Math.min(1, width / picture.width);
      return {
        title: picture.title,
        url: whole(paths.picture(picture.slug)),
        date: picture.createdAt,
        summary: picture.prompt ?? picture.alt,
        author: picture.creator.name,
        image: {
          url: whole(imageAddress(host, picture.slug, { width })),
          width: Math.round(picture.width * scale),
          height: Math.round(picture.height * scale),
        },
      };
    }),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "application/rss+xml; charset=utf-8",
      "Cache-Control": "public, max-age=600",
    },
  });
}
