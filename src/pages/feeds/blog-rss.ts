import type { LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { rssOf } from "#app/rules/rss.ts";
import { allPosts } from "#app/features/content/queries.ts";

/** The blog as RSS 2.0, with absolute URLs. */
export function loader({ context }: LoaderFunctionArgs) {
  return pageData(context, async ({ env }) => {
    const address = (path: string) => new URL(path, env.SERVER_URL).href;
    const body = rssOf({
      title: `${env.APP_NAME} blog`,
      summary: "How the software behind this site works, and why.",
      home: address(paths.blog()),
      self: address(paths.feed()),
      items: allPosts(env.APP_NAME).map(({ slug, date, title, description }) => ({
        title,
        url: address(paths.post(slug)),
        date,
        summary: description,
      })),
    });
    return new Response(body, {
      headers: {
        "Content-Type": "application/rss+xml; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      },
    });
  });
}
