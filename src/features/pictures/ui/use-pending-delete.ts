import { useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { api } from "./api.ts";

/**
 * Deletes a picture when its page is left or when that is asked for; until then it can be undone. No clock runs: whoever
 * reads slowly, or has to find the button first, has all the time there is (WCAG 2.2.1).
 */
export function usePendingDelete(
  id: string,
  onDone: (answer: ApiResult<unknown>) => Promise<void>,
) {
  const [isPending, setPending] = useState(false);
  const leaving = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!isPending) return undefined;
    // Survives leaving the page, unlike an ordinary request.
    const leave = () => {
      leaving.current = null;
      void fetch(paths.api.picture(id), { method: "DELETE", keepalive: true }).catch(
        () => undefined,
      );
    };
    leaving.current = leave;
    const leavePage = () => leaving.current?.();
    addEventListener("pagehide", leavePage);
    return () => removeEventListener("pagehide", leavePage);
  }, [id, isPending]);
  useEffect(() => () => leaving.current?.(), []);
  return {
    isPending,
    begin: () => setPending(true),
    undo: () => {
      leaving.current = null;
      setPending(false);
    },
    finish: async () => {
      if (leaving.current === null) return;
      leaving.current = null;
      const answer = await api.delete("/api/picture/:id", { param: { id } });
      setPending(false);
      await onDone(answer);
    },
  };
}
