import { lazy, Suspense, useCallback } from "react";
import type { CardActions } from "#app/features/pictures/ui/picture-card.tsx";
import { useLiked } from "./use-liked.ts";

/** The buttons are loaded with the first hover or focus on a picture, so that no page waits for them. */
const LikeButton = lazy(async () => ({ default: (await import("./like-button.tsx")).LikeButton }));
const CollectButton = lazy(async () => ({
  default: (await import("#app/features/collections/ui/collect-button.tsx")).CollectButton,
}));

/**
 * Like and collect buttons on the pictures of a wall.
 * @param rendered the pictures the page was rendered with, and which of them are liked; must keep its identity between
 * renders
 */
export function useCardActions(
  pictures: readonly { id: string }[],
  rendered: { items: readonly { id: string }[]; liked: readonly string[] },
): CardActions {
  const liked = useLiked(pictures, rendered);
  return useCallback(
    ({ id, title }) => ({
      like: (
        <Suspense>
          <LikeButton pictureId={id} title={title} liked={liked.has(id)} variant="overlay" />
        </Suspense>
      ),
      collect: (
        <Suspense>
          <CollectButton pictureId={id} title={title} variant="overlay" />
        </Suspense>
      ),
    }),
    [liked],
  );
}
