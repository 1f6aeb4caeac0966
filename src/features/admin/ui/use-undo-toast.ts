import type { ApiResult } from "#app/ui/api-client.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";

/** How long the offer to undo stays, in ms. */
const undoMs = 30_000;

/** Formats a count with its unit, e.g. "2 collections". */
export const counted = (count: number, [one, many]: readonly [one: string, many: string]): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/**
 * Says what was done and offers to undo it for half a minute; the page is then loaded again.
 * @param call undoes what has this token
 */
export function useUndoToast(
  call: (undo: string) => Promise<ApiResult<{ changed: number }>>,
): (text: string, undo: string) => void {
  const { run } = useMutation(call, {
    reloads: true,
    onDone: ({ changed }) =>
      changed === 0
        ? void showToast("message", "Nothing could be undone: it was changed again since")
        : void showToast("success", "Undone"),
  });
  return (text, undo) =>
    void showToast("success", text, {
      duration: undoMs,
      action: { label: "Undo", onClick: () => void run(undo) },
    });
}
