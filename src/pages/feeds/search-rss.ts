import { data, type LoaderFunctionArgs } from "react-router";
import { limitContext } from "#app/context.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { pictureRss } from "#app/features/pictures/queries.ts";
import { searchPictures } from "#app/features/search/queries.ts";

const size = 40;
const longest = 200;

/** RSS feed of search results, newest first. Acceptance row IM-08. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const query = (params.slug ?? "").replaceAll("-", " ").trim();
  if (query === "" || query.length > longest) throw data(null, { status: 404 });
  return pageData(context, async (services) => {
    const { env } = services;
    await context.get(limitContext)("search");
    const { items } = await searchPictures(services, { q: query, sort: "newest", limit: size });
    return pictureRss(env, items, {
      title: `${query} · ${env.APP_NAME}`,
      summary: `Pictures found for ${query}.`,
      home: paths.search(query, env.SLUG_SEARCH),
      self: paths.searchRss(query),
    });
  });
}
