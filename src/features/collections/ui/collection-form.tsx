import type { FormEvent } from "react";
import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import type { ApiCollection } from "../http.ts";
import { api } from "./api.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { Switch } from "#app/ui/switch.tsx";

type Editable = Pick<ApiCollection, "id" | "name" | "description" | "is_public">;

type CollectionFormProps = {
  /** The collection to edit; null creates a new one. */
  collection: Editable | null;
  open: boolean;
  onClose: () => void;
  onSaved: (saved: ApiCollection) => void;
};

/** Name, description and visibility of a collection. */
function Fields({ collection, onClose, onSaved }: Omit<CollectionFormProps, "open">) {
  const { run, busy, errorOf, refusal } = useMutation(
    (json: { name: string; description: string; is_public: boolean }) =>
      collection
        ? api.patch("/api/collections/:id", { param: { id: collection.id }, json })
        : api.post("/api/collections", { json }),
    { tells: "form", onDone: onSaved },
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    void run({
      name: text("name"),
      description: text("description"),
      is_public: form.get("is_public") !== null,
    });
  }
  return (
    <form className="mt-4 flex flex-col gap-4" onSubmit={submit}>
      {refusal && <Alert>{refusal}</Alert>}
      <Field
        label={t`Name`}
        name="name"
        defaultValue={collection?.name}
        error={errorOf("name")}
        maxLength={100}
        required
        autoComplete="off"
      />
      <TextArea
        label={t`Description`}
        name="description"
        rows={4}
        maxLength={2000}
        defaultValue={collection?.description ?? ""}
        error={errorOf("description")}
      />
      <label className="flex items-start gap-3">
        <Switch
          className="mt-0.5"
          name="is_public"
          defaultChecked={collection?.is_public ?? false}
        />
        <span>
          {t`Public`}
          <span className="block text-13 text-ink-3">
            {t`Everybody can open it. Private images in it stay yours alone.`}
          </span>
        </span>
      </label>
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button type="submit" look="primary" disabled={busy}>
          {busy && <Spinner />}
          {collection ? t`Save` : t`Create`}
        </Button>
      </div>
    </form>
  );
}

export function CollectionForm({ open, ...rest }: CollectionFormProps) {
  const title = rest.collection ? t`Edit collection` : t`New collection`;
  return (
    <Dialog title={title} open={open} onClose={rest.onClose}>
      <Fields {...rest} />
    </Dialog>
  );
}
