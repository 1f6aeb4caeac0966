import { plural, t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";
import type { Selection } from "./use-selection.ts";

/** Gives the selected members the badge of a verified creator, or takes it away. */
export function BulkVerification({ selection }: { selection: Selection }) {
  const { run, busy } = useMutation(
    (verified: boolean) =>
      api.post("/api/admin/users/bulk", { json: { ids: [...selection.ids], verified } }),
    {
      reloads: true,
      onDone({ changed }, verified) {
        selection.clear();
        const said = verified
          ? plural(changed, "# member verified", "# members verified")
          : plural(changed, "# member not verified any more", "# members not verified any more");
        if (changed === 0) void showToast("message", t`Nothing had to change`);
        else void showToast("success", said);
      },
    },
  );
  return (
    <>
      <Button look="primary" size="small" disabled={busy} onClick={() => void run(true)}>
        {t`Verify`}
      </Button>
      <Button look="outline" size="small" disabled={busy} onClick={() => void run(false)}>
        {t`Unverify`}
      </Button>
    </>
  );
}
