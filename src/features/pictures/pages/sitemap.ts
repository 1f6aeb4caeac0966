import type { LoaderFunctionArgs } from "react-router";
import { pageData } from "../../../page-data.ts";
import { paths } from "../../../paths.ts";
import { sitemapIndex } from "../../../rules/sitemap.ts";
import { pictureDays } from "../queries.ts";

/** The sitemaps: one of the site's own pages, one for each day on which pictures were made. Acceptance row IM-08. */
export function loader({ context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db, env }) => {
    const address = (part: string) => new URL(paths.sitemapPart(part), env.SERVER_URL).href;
    const days = await pictureDays(db);
    const body = sitemapIndex([
      { url: address("site") },
      ...days.map((day) => ({ url: address(day) })),
    ]);
    return new Response(body, {
      headers: {
        "Content-Type": "application/xml; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      },
    });
  });
}
