import { useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { api } from "./api.ts";

/** How long a deletion can be undone, in ms. */
export const undoSeconds = 6;

/**
 * Deletes a picture after a delay in which it can be undone. Leaving the page does not undo it: the picture is then
 * deleted at once.
 */
export function useDelayedDelete(
  id: string,
  onDone: (answer: ApiResult<unknown>) => Promise<void>,
) {
  const [isPending, setPending] = useState(false);
  const leaving = useRef<(() => void) | null>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (!isPending) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      void api.delete("/api/picture/:id", { param: { id } }).then((answer) => {
        setPending(false);
        return done.current(answer);
      });
    }, undoSeconds * 1000);
    // Survives leaving the page, unlike an ordinary request.
    const leave = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      void fetch(paths.api.picture(id), { method: "DELETE", keepalive: true }).catch(
        () => undefined,
      );
    };
    addEventListener("pagehide", leave);
    leaving.current = leave;
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", leave);
    };
  }, [id, isPending]);
  useEffect(() => () => leaving.current?.(), []);
  return {
    isPending,
    begin: () => setPending(true),
    undo: () => {
      leaving.current = null;
      setPending(false);
    },
  };
}
