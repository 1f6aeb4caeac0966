import type { LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { AppError } from "#app/lib/errors.ts";
import { isFollowing, likedBy } from "#app/features/social/queries.ts";
import { pictureByAddress } from "#app/features/pictures/queries.ts";

/** What a signed-in member has to do with a picture and with its creator, for the dialog over a wall. */
export type Standing = { liked: boolean; following: boolean };

export function loader({ params, context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db }, actor) => {
    const address = params.address ?? "";
    const picture = await pictureByAddress(db, address, actor, { includeUnapproved: true });
    if (picture === null) throw new AppError("not-found");
    const [liked, following] = await Promise.all([
      likedBy(db, actor.userId, [picture.id]),
      isFollowing(db, actor.userId, picture.ownerId),
    ]);
    const standing: Standing = { liked: liked.has(picture.id), following };
    return Response.json(standing, { headers: { "cache-control": "no-store" } });
  });
}
