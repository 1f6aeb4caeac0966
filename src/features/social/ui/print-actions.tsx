import { useCallback } from "react";
import { CollectButton } from "../../collections/ui/collect-button.tsx";
import type { PrintActions } from "../../pictures/ui/print.tsx";
import { LikeButton } from "./like-button.tsx";
import { useLiked } from "./use-liked.ts";

/**
 * Like and collect on the pictures of a wall.
 * @param rendered the pictures that the page was rendered with, and the liked ones among them; the same object as long
 * as it stands
 */
export function usePrintActions(
  pictures: readonly { id: string }[],
  rendered: { items: readonly { id: string }[]; liked: readonly string[] },
): PrintActions {
  const liked = useLiked(pictures, rendered);
  return useCallback(
    ({ id, title }) => ({
      like: <LikeButton pictureId={id} title={title} liked={liked.has(id)} variant="veil" />,
      collect: <CollectButton pictureId={id} title={title} variant="veil" />,
    }),
    [liked],
  );
}
