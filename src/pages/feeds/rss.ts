import type { LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { feedPage, pictureRss, type Feed } from "#app/features/pictures/queries.ts";

const titles = { newest: "Freshly Cast", picks: "Picks", pulse: "Visual Pulse" } as const;
const feeds: readonly Feed[] = ["picks", "pulse"];
const size = 40;

/** RSS feeds of the home page. Acceptance row IM-08. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("feed");
  const feed = feeds.find((one) => one === asked);
  return pageData(context, async ({ db, env }) => {
    const { items } = await feedPage(db, { feed, limit: size });
    return pictureRss(env, items, {
      title: `${titles[feed ?? "newest"]} · ${env.APP_NAME}`,
      summary: "Pictures cast by promptsmiths.",
      home: paths.home({ feed }),
      self: paths.homeRss({ feed }),
    });
  });
}
