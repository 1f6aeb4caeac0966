import { useState } from "react";
import { t } from "#app/language/message.ts";
import {
  reportNoteLimit,
  reportReasonIds,
  reportReasons,
  type ReportReason,
} from "#app/rules/report-reasons.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./report-dialog.css";

type ReportDialogProps = { pictureId: string; open: boolean; onClose: () => void };

/** Reports a picture to the admins. */
export function ReportDialog({ pictureId, open, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState("");
  const [isUnchosen, setUnchosen] = useState(false);
  const { run, busy, problem, clear } = useMutation(
    (chosen: ReportReason) =>
      api.post("/api/picture/:id/reports", {
        param: { id: pictureId },
        json: { reason: chosen, ...(note.trim() !== "" && { note: note.trim() }) },
      }),
    {
      tells: "form",
      onDone() {
        onClose();
        void showToast("success", t`Reported`, {
          description: t`A moderator will review it.`,
        });
      },
    },
  );
  const trouble = isUnchosen ? t`Choose a reason.` : problem && (problem.detail ?? problem.title);

  function report() {
    setUnchosen(reason === null);
    if (reason !== null) void run(reason);
  }

  return (
    <Dialog title={t`Report this image`} open={open} onClose={onClose}>
      <form
        className="report"
        onSubmit={(event) => {
          event.preventDefault();
          report();
        }}
      >
        <fieldset>
          <legend className="label">{t`What is wrong with it?`}</legend>
          {reportReasonIds.map((id) => (
            <Checkbox
              key={id}
              radio
              label={reportReasons[id]()}
              name="reason"
              checked={reason === id}
              onChange={() => {
                setReason(id);
                setUnchosen(false);
                clear();
              }}
            />
          ))}
        </fieldset>
        <TextArea
          label={t`Anything to add (optional)`}
          maxLength={reportNoteLimit}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {trouble && <FieldError>{trouble}</FieldError>}
        <Button type="submit" look="primary" className="self-start" disabled={busy}>
          {busy && <Spinner />}
          {busy ? t`Reporting` : t`Report`}
        </Button>
      </form>
    </Dialog>
  );
}
