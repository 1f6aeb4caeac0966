import { data, type LoaderFunctionArgs } from "react-router";
import { pageData } from "../../../page-data.ts";
import { paths } from "../../../paths.ts";
import { originalAddress, pageImageHost } from "../../../rules/image-address.ts";
import { sitemapOf, type SitemapEntry } from "../../../rules/sitemap.ts";
import { allPosts } from "../../content/queries.ts";
import { picturesOfDay } from "../queries.ts";

const texts = ["about", "privacy", "terms", "changelog", "prompt-guide"] as const;
const form = /^(site|\d{4}-\d{2}-\d{2})\.xml$/;

/** True for a day that there is, e.g. not the 31st of June. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function ownPages(appName: string): string[] {
  return [
    paths.home(),
    paths.home({ feed: "picks" }),
    paths.home({ feed: "pulse" }),
    paths.fragments(),
    paths.creators(),
    paths.blog(),
    ...texts.map((name) => paths.page(name)),
    ...allPosts(appName).map(({ slug }) => paths.post(slug)),
  ];
}

/** One sitemap of those that the index names. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const part = form.exec(params.part ?? "")?.[1];
  if (part === undefined || (part !== "site" && !isDay(part))) throw data(null, { status: 404 });
  return pageData(context, async ({ db, env }) => {
    const whole = (path: string) => new URL(path, env.SERVER_URL).href;
    const host = pageImageHost(env.SERVER_URL, env.PICTURES_URL);
    const entries: SitemapEntry[] =
      part === "site"
        ? ownPages(env.APP_NAME).map((path) => ({ url: whole(path) }))
        : (await picturesOfDay(db, part)).map(({ slug, updatedAt }) => ({
            url: whole(paths.picture(slug)),
            lastModified: updatedAt.toISOString(),
            image: whole(originalAddress(host, slug)),
          }));
    if (entries.length === 0) throw data(null, { status: 404 });
    return new Response(sitemapOf(entries), {
      headers: {
        "Content-Type": "application/xml; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      },
    });
  });
}
