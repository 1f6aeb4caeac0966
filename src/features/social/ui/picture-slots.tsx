import type { ReactNode } from "react";
import { CollectButton } from "#app/features/collections/ui/collect-button.tsx";
import { useMember } from "#app/features/identity/ui/member.ts";
import type { PictureDetails, PictureSlots } from "#app/features/pictures/ui/picture-details.ts";
import type { CardActions } from "#app/features/pictures/ui/picture-card.tsx";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { api } from "./api.ts";
import { FollowButton } from "./follow-button.tsx";
import { LikeButton } from "./like-button.tsx";
import { useCardActions } from "./card-actions.tsx";
import { useLike } from "./use-like.ts";

type ViewerState = { liked: boolean; following: boolean };

const unknown: ViewerState = { liked: false, following: false };

type GivenSlots = {
  picture: Tile;
  details: Pick<PictureDetails, "likes"> | null;
  viewerState: ViewerState;
  children: (slots: PictureSlots) => ReactNode;
};

/** Follow, like and collect beside a picture that is shown large, from the page's rendered data. */
export function GivenPictureSlots({ picture, details, viewerState, children }: GivenSlots) {
  const { id, creator } = picture;
  const start = { likes: details?.likes ?? 0, liked: viewerState.liked };
  const from = [details, viewerState];
  const { likes } = useLike(id, start, from);
  return children({
    likes,
    follow: (
      <FollowButton
        username={creator.username}
        following={viewerState.following}
        from={[viewerState]}
        small
      />
    ),
    like: <LikeButton pictureId={id} {...start} from={from} />,
    collect: <CollectButton pictureId={id} />,
  });
}

/** The same in a dialog, which reads the viewer's state itself. */
export function PictureSlotsOf({ picture, details, children }: Omit<GivenSlots, "viewerState">) {
  const memberId = useMember()?.id ?? null;
  const key =
    memberId === null || details === null ? null : `viewer state ${memberId} ${picture.id}`;
  const { data } = useQuery(key, (signal) =>
    api.get("/api/picture/:id/viewer-state", { param: { id: picture.id }, signal }),
  );
  const viewerState = data ?? unknown;
  return (
    <GivenPictureSlots picture={picture} details={details} viewerState={viewerState}>
      {children}
    </GivenPictureSlots>
  );
}

type CardActionsOfProps = {
  pictures: readonly Tile[];
  children: (actions: CardActions) => ReactNode;
};

const nothingRendered = { items: [], liked: [] };

/** Like and collect for pictures that were read in the browser. */
export function CardActionsOf({ pictures, children }: CardActionsOfProps) {
  return children(useCardActions(pictures, nothingRendered));
}
