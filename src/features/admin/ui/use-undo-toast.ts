import { t } from "#app/language/message.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";

/** How long the offer to undo stays, in ms. */
const undoMs = 30_000;

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
        ? void showToast("message", t`Nothing could be undone: it was changed again since`)
        : void showToast("success", t`Undone`),
  });
  return (text, undo) =>
    void showToast("success", text, {
      duration: undoMs,
      action: { label: t`Undo`, onClick: () => void run(undo) },
    });
}
