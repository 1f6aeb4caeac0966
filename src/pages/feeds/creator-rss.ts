import { data, type LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { publicProfile } from "#app/features/identity/queries.ts";
import { pictureRss, wall } from "#app/features/pictures/queries.ts";
import { isStorable } from "#app/rules/storable-text.ts";

const size = 40;

/** RSS feed of a creator's public pictures, newest first. Acceptance row IM-08. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const handle = params.handle ?? "";
  if (!handle.startsWith("@") || !isStorable(handle)) throw data(null, { status: 404 });
  return pageData(context, async ({ db, env }) => {
    const profile = await publicProfile(db, handle.slice(1));
    if (profile === null) throw data(null, { status: 404 });
    const { items } = await wall(db, { ownerId: profile.id, limit: size });
    return pictureRss(env, items, {
      title: `${profile.name} · ${env.APP_NAME}`,
      summary: `Pictures by ${profile.name}.`,
      home: paths.creator(profile.username),
      self: paths.creatorRss(profile.username),
    });
  });
}
