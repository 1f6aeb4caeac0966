import { useState } from "react";
import { t } from "#app/language/message.ts";
import { deletionGraceDays, formatDeletionDay } from "#app/rules/deletion.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { Deletion } from "../queries.ts";
import { api } from "./api.ts";
import "./deletion.css";

type MemberDeletionProps = {
  member: { id: string; name: string };
  /** The deletion that the account waits for. */
  deletion: Deletion | null;
};

/** For admins: asks for the deletion of a member's account at their wish, and takes it back. */
export function MemberDeletion({ member, deletion }: MemberDeletionProps) {
  const { id, name } = member;
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  const { guard, dialog } = useFreshFactor();
  const ask = useMutation(
    () => guard(() => api.post("/api/admin/members/:id/deletion", { param: { id } })),
    {
      reloads: true,
      tells: "form",
      onDone: () => {
        setOpen(false);
        void showToast("success", t`${name} was told when the account is deleted`);
      },
    },
  );
  const keep = useMutation(() => api.delete("/api/admin/members/:id/deletion", { param: { id } }), {
    reloads: true,
    onDone: () => void showToast("success", t`${name} was told that the account is kept`),
  });
  return (
    <section aria-labelledby="member-deletion" className="mt-8 grid justify-items-start gap-4">
      <h2 className="title-medium" id="member-deletion">
        {t`Deletion`}
      </h2>
      {deletion === null ? (
        <>
          <p className="text-ink-2">
            {t`At the member’s wish. The account is off at once and deleted for good after ${deletionGraceDays} days.`}
          </p>
          <Button danger disabled={!hydrated} onClick={() => setOpen(true)}>
            {t`Delete this account`}
          </Button>
          <Dialog
            title={t`Delete the account of ${name}?`}
            open={isOpen}
            onClose={() => setOpen(false)}
          >
            <div className="deletion-form">
              <p className="text-ink-2">
                {t`Sessions end, open casts are refunded, a paid plan is cancelled, and the pictures hide. The member gets a mail with the date and a link that keeps the account.`}
              </p>
              {ask.refusal !== null && <Alert icon>{ask.refusal}</Alert>}
              <Button
                look="outline"
                danger
                className="justify-self-start"
                disabled={ask.busy}
                onClick={() => void ask.run()}
              >
                {ask.busy && <Spinner />}
                {t`Delete in ${deletionGraceDays} days`}
              </Button>
            </div>
          </Dialog>
        </>
      ) : (
        <>
          <p>{t`The account is deleted on ${formatDeletionDay(new Date(deletion.dueAt))}.`}</p>
          {deletion.state === "waiting" && (
            <Button look="soft" disabled={!hydrated || keep.busy} onClick={() => void keep.run()}>
              {keep.busy && <Spinner />}
              {t`Keep this account`}
            </Button>
          )}
        </>
      )}
      {dialog}
    </section>
  );
}
