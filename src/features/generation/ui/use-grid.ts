import { useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "#app/paths.ts";
import type { GridQuote } from "#app/rules/grid.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import type { GridRequest } from "../inputs/grids.ts";
import { api } from "./api.ts";
import { newKey } from "./use-cast.ts";

/**
 * Requests grids and opens their pages. As with casts, a press after a request without a response repeats its key.
 * @param onPrice called with the present price where it is not the one that was shown
 */
export function useGrid(onPrice: (quote: GridQuote) => void) {
  const navigate = useNavigate();
  const unanswered = useRef<{ body: string; key: string } | null>(null);
  return useMutation(
    (json: GridRequest) => {
      const body = JSON.stringify(json);
      const key = unanswered.current?.body === body ? unanswered.current.key : newKey();
      unanswered.current = { body, key };
      return api.post("/api/grids", { json, headers: { "idempotency-key": key } });
    },
    {
      tells: "form",
      async onDone({ id }) {
        unanswered.current = null;
        await navigate(paths.grid(id));
      },
      onRefused({ pictures, credits }, status) {
        if (status !== 0) unanswered.current = null;
        if (pictures !== undefined && credits !== undefined) onPrice({ pictures, credits });
      },
    },
  );
}
