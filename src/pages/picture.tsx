import { useRef, type CSSProperties } from "react";
import {
  data,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { t } from "#app/language/message.ts";
import { actorContext, servicesContext } from "#app/context.ts";
import { pageData, type PageProblem } from "#app/page-data.ts";
import { acceptedOf, formAction } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { withIntent } from "#app/rules/intent.ts";
import { tintOf } from "#app/rules/tint.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { isFollowing, likedBy } from "#app/features/social/queries.ts";
import type { SocialRoutes } from "#app/features/social/ui/api.ts";
import { GivenPictureSlots } from "#app/features/social/ui/picture-slots.tsx";
import { useCardActions } from "#app/features/social/ui/card-actions.tsx";
import { setLike } from "#app/features/social/ui/use-like.ts";
import { canEdit } from "#app/features/pictures/policy.ts";
import { lineageOf, pictureByAddress, similarPictures } from "#app/features/pictures/queries.ts";
import { Lineage } from "#app/features/pictures/ui/lineage.tsx";
import { MadeWith } from "#app/features/pictures/ui/made-with.tsx";
import { PictureStage } from "#app/features/pictures/ui/picture-stage.tsx";
import { EraseButton } from "#app/features/deletion/ui/erase-button.tsx";
import { EnlargeButton } from "#app/features/generation/ui/enlarge-button.tsx";
import { OwnerTools } from "#app/features/pictures/ui/owner-tools.tsx";
import { PictureInfo } from "#app/features/pictures/ui/picture-info.tsx";
import { PictureMeta } from "#app/features/pictures/ui/picture-meta.tsx";
import { ReportButton } from "#app/features/pictures/ui/report-button.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import { usePictureTools } from "#app/features/pictures/ui/use-picture-tools.tsx";
import { useView } from "#app/features/pictures/ui/use-picture-details.ts";
import { Wall } from "#app/features/pictures/ui/wall.tsx";
import "./picture.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const similarCount = 30;

const missing: PageProblem = {
  title: t`This image is not here`,
  detail: t`It was removed, made private, or is waiting for approval.`,
  requestId: "",
};

/** Finds the picture by filename, slug or id and redirects to its canonical URL. See docs/product.md 2.1. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const address = params.address ?? "";
  return pageData(context, async ({ db }, actor) => {
    const found = await pictureByAddress(db, address, actor, { includeUnapproved: true });
    if (found === null) throw data(missing, { status: 404 });
    const [lineage, similar, following] = await Promise.all([
      lineageOf(db, found.id, actor),
      similarPictures(db, found.id, similarCount),
      isFollowing(db, actor.userId, found.ownerId),
    ]);
    const ids = [found.id, ...similar.map(({ id }) => id)];
    const liked = [...(await likedBy(db, actor.userId, ids))];
    const { ownerId: _, ...picture } = found;
    return {
      picture,
      isOwn: canEdit(actor, found),
      source: lineage?.source ? toTile(lineage.source) : null,
      remixes: lineage?.remixes.map(toTile) ?? [],
      references: (lineage?.references ?? []).map(({ role, picture: one }) => ({
        role,
        picture: one && toTile(one),
      })),
      items: similar.map(toTile),
      liked,
      following,
    };
  });
}

/** Handles a like without JavaScript; a signed-out visitor signs in first. */
export function action(args: ActionFunctionArgs) {
  const actor = args.context.get(actorContext);
  return formAction(args, async (typed, transport, goOn) => {
    const { db } = args.context.get(servicesContext);
    const picture = await pictureByAddress(db, args.params.address ?? "", actor, {
      includeUnapproved: true,
    });
    if (picture === null) throw data(missing, { status: 404 });
    const address = paths.picture(picture.slug);
    if (actor.role === "guest") {
      const next = withIntent(address, { kind: "like", target: picture.id });
      return goOn(paths.login({ next }));
    }
    acceptedOf(await setLike(apiClient<SocialRoutes>(transport), picture.id, typed.on === "true"));
    return goOn(address);
  });
}

export default function Picture() {
  const page = useLoaderData<typeof loader>();
  const { picture, isOwn, source, remixes, references, items, liked, following } = page;
  const part = useRef<HTMLDivElement>(null);
  const tools = usePictureTools(part, picture, picture);
  const actions = useCardActions(items, page);
  useView(picture.id);
  const { hue, chroma } = tintOf(picture.colors);
  const viewerState = { liked: liked.includes(picture.id), following };
  return (
    <>
      <PageHead
        title={picture.title}
        description={picture.description ?? picture.prompt ?? undefined}
      />
      <PictureMeta picture={picture} />
      <div ref={part} className="px-(--page) pt-1">
        <div
          className="picture-page tinted"
          style={{ "--tint-h": hue, "--tint-c": chroma } as CSSProperties}
        >
          <PictureStage picture={picture} alt={picture.alt} onZoom={tools.zoom} />
          <GivenPictureSlots picture={picture} details={picture} viewerState={viewerState}>
            {(slots) => (
              <PictureInfo
                picture={picture}
                details={picture}
                slots={slots}
                tools={tools}
                heading="h1"
              >
                {isOwn ? (
                  <OwnerTools
                    key={picture.id}
                    picture={picture}
                    enlarge={<EnlargeButton picture={picture} />}
                    erase={<EraseButton picture={picture} />}
                  />
                ) : (
                  <ReportButton key={picture.id} picture={picture} />
                )}
              </PictureInfo>
            )}
          </GivenPictureSlots>
        </div>
        <MadeWith references={references} />
        <Lineage source={source} picture={picture} remixes={remixes} />
        {items.length > 0 && <h2 className="title-small mt-11 mb-4">{t`Similar fragments`}</h2>}
        {tools.dialogs}
      </div>
      {items.length > 0 && (
        <Wall pictures={items} name={`like ${picture.slug}`} actions={actions} />
      )}
    </>
  );
}
