import { data, type LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { originalAddress, pageImageHost } from "#app/rules/image-address.ts";
import { sitemapOf, type SitemapEntry } from "#app/rules/sitemap.ts";
import type { Services } from "#app/services.ts";
import { collectionsOfMonth } from "#app/features/collections/queries.ts";
import { allPosts } from "#app/features/content/queries.ts";
import { creatorsOfMonth } from "#app/features/social/queries.ts";
import { picturesOfDay } from "#app/features/pictures/queries.ts";

const texts = ["about", "privacy", "terms", "changelog", "prompt-guide", "security"] as const;
const form = /^(?:(site)|(creators|collections)-(\d{4}-\d{2})|(\d{4}-\d{2}-\d{2}))\.xml$/;

/** True for a date that exists, e.g. not for 31 June. */
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

/** The URLs of one sitemap; empty for an unknown name. */
async function entriesOf(
  part: string,
  { db, env }: Pick<Services, "db" | "env">,
): Promise<SitemapEntry[]> {
  const whole = (path: string) => new URL(path, env.SERVER_URL).href;
  const [, site, kind, month, day] = form.exec(part) ?? [];
  if (site !== undefined) return ownPages(env.APP_NAME).map((path) => ({ url: whole(path) }));
  if (kind === "creators") {
    const usernames = await creatorsOfMonth(db, month);
    return usernames.map((username) => ({ url: whole(paths.creator(username)) }));
  }
  if (kind === "collections") {
    const found = await collectionsOfMonth(db, month);
    return found.map(({ id, username, updatedAt }) => ({
      url: whole(paths.collection(username, id)),
      lastModified: updatedAt.toISOString(),
    }));
  }
  if (day === undefined || !isDay(day)) return [];
  const host = pageImageHost(env.SERVER_URL, env.PICTURES_URL);
  return (await picturesOfDay(db, day)).map(({ slug, updatedAt }) => ({
    url: whole(paths.picture(slug)),
    lastModified: updatedAt.toISOString(),
    image: whole(originalAddress(host, slug)),
  }));
}

/** One of the sitemaps in the index. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return pageData(context, async (services) => {
    const entries = await entriesOf(params.part ?? "", services);
    if (entries.length === 0) throw data(null, { status: 404 });
    return new Response(sitemapOf(entries), {
      headers: {
        "Content-Type": "application/xml; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      },
    });
  });
}
