import { useState } from "react";
import { t } from "#app/language/message.ts";
import { licenceIds, licenceOf } from "#app/rules/licences.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";
import { changesOf, draftOf, textFields, type PictureDraft } from "./picture-draft.ts";
import type { PictureDetails } from "./picture-details.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./report-dialog.css";

type FormProps = { picture: PictureDetails; onDone: () => void };

function Form({ picture, onDone }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(picture));
  const ids: readonly string[] = licenceIds.some((id) => id === draft.license)
    ? licenceIds
    : [draft.license, ...licenceIds];
  const licences = ids.map((value) => ({ value, label: licenceOf(value).label }));
  const put = (part: Partial<PictureDraft>) => setDraft((now) => ({ ...now, ...part }));

  const { run, busy, errorOf, refusal } = useMutation(
    (changes: ReturnType<typeof changesOf>) =>
      api.patch("/api/picture/:id", { param: { id: picture.id }, json: changes }),
    {
      tells: "form",
      reloads: true,
      onDone() {
        onDone();
        void showToast("success", t`Details saved`);
      },
    },
  );
  function save() {
    const changes = changesOf(picture, draft);
    if (Object.keys(changes).length === 0) onDone();
    else void run(changes);
  }

  return (
    <form
      className="edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {textFields.map(({ key, label, hint, rows }) => {
        const shared = { label, hint, value: draft[key], error: errorOf(key) };
        return rows === undefined ? (
          <Field key={key} {...shared} onChange={(event) => put({ [key]: event.target.value })} />
        ) : (
          <TextArea
            key={key}
            {...shared}
            rows={rows}
            onChange={(event) => put({ [key]: event.target.value })}
          />
        );
      })}
      <Select
        label={t`Licence`}
        options={licences}
        value={draft.license}
        onChange={(license) => put({ license })}
      />
      <Checkbox
        label={t`Hide the prompt from others`}
        checked={draft.prompt_hidden}
        onChange={(event) => put({ prompt_hidden: event.target.checked })}
      />
      {draft.prompt_hidden && (
        <p className="text-ink-2">
          {t`The title and the address stay as they are, and may hold words of the prompt.`}
        </p>
      )}
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" look="primary" className="self-start" disabled={busy}>
        {busy && <Spinner />}
        {busy ? t`Saving` : t`Save`}
      </Button>
    </form>
  );
}

type EditDialogProps = { picture: PictureDetails; open: boolean; onClose: () => void };

/** Edits the texts of one's picture, its licence, and the visibility of its prompt. */
export function EditDialog({ picture, open, onClose }: EditDialogProps) {
  return (
    <Dialog title={t`Edit details`} open={open} onClose={onClose}>
      <Form picture={picture} onDone={onClose} />
    </Dialog>
  );
}
