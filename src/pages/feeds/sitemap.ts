import type { LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { serverPaths } from "#app/paths.ts";
import { sitemapIndex } from "#app/rules/sitemap.ts";
import { collectionMonths } from "#app/features/collections/queries.ts";
import { creatorMonths } from "#app/features/social/queries.ts";
import { pictureDays } from "#app/features/pictures/queries.ts";

/**
 * The sitemap index: one sitemap of the site's own pages, one for each month in which creators joined or collections
 * were published, one for each day on which pictures were made. Acceptance row IM-08.
 */
export function loader({ context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db, env }) => {
    const address = (part: string) => new URL(serverPaths.sitemapPart(part), env.SERVER_URL).href;
    const [days, creators, collections] = await Promise.all([
      pictureDays(db),
      creatorMonths(db),
      collectionMonths(db),
    ]);
    const parts = [
      "site",
      ...creators.map((month) => `creators-${month}`),
      ...collections.map((month) => `collections-${month}`),
      ...days,
    ];
    const body = sitemapIndex(parts.map((part) => ({ url: address(part) })));
    return new Response(body, {
      headers: {
        "Content-Type": "application/xml; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      },
    });
  });
}
