import { useState } from "react";
import { useNavigate } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { api } from "./api.ts";
import "./deletion.css";

/** Deletes one picture for ever, with a receipt. Nothing brings it back, so a dialog asks first. */
export function EraseButton({ picture }: { picture: { id: string; title: string } }) {
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { run, busy, refusal } = useMutation(
    () => api.post("/api/picture/:id/erase", { param: { id: picture.id } }),
    {
      tells: "form",
      // That page says how far it is.
      onDone: ({ receipt }) => navigate(paths.appeal(receipt), { replace: true }),
    },
  );
  return (
    <>
      <Button danger size="small" disabled={!hydrated} onClick={() => setOpen(true)}>
        {t`Delete for ever`}
      </Button>
      <Dialog title={t`Delete this picture for ever?`} open={isOpen} onClose={() => setOpen(false)}>
        <div className="deletion-form">
          <p className="text-ink-2 wrap-anywhere">
            {t`“${picture.title}” goes with its words, its files and every trace in lists and logs. Remixes of it stay, without its name. Nothing brings it back, and a restored backup deletes it again.`}
          </p>
          {refusal !== null && <Alert icon>{refusal}</Alert>}
          <Button
            look="outline"
            danger
            className="justify-self-start"
            disabled={busy}
            onClick={() => void run()}
          >
            {busy && <Spinner />}
            {t`Delete for ever`}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
