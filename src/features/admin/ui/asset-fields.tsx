import { useEffect, useRef, useState, type Ref, type RefObject } from "react";
import { plural, t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Field } from "#app/ui/field.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import { Select } from "#app/ui/select.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { api as collectionsApi } from "#app/features/collections/ui/api.ts";
import type { Asset } from "#app/features/pictures/queries.ts";
import type { EditRequest } from "../inputs.ts";
import { api } from "./api.ts";
import {
  fieldsOf,
  licenceOptions,
  mixedLabel,
  sharedFields,
  untouched,
  withMixed,
  type AssetEdit,
  type EditFields,
} from "./asset-edit.ts";
import { TagEdit } from "./tag-edit.tsx";

type AssetFieldsProps = {
  chosen: readonly Asset[];
  /** The first field, for the key that leads to the form. */
  firstField: Ref<HTMLInputElement>;
  /** Called with the number of pictures that changed and the token that undoes it. */
  onDone: (changed: number, undo: string) => void;
};

const visibilities = [
  { value: "public", label: t`Public` },
  { value: "private", label: t`Private` },
] as const;

/** The collections of the admin, to which pictures can be added. */
function useOwnCollections() {
  const { data } = useQuery("admin collections", (signal) =>
    collectionsApi.get("/api/collections", { signal }),
  );
  return data?.items ?? [];
}

/** Ctrl or Cmd+Enter applies the form from any of its fields. */
function useApplyKey(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const shown = form.current;
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      shown?.requestSubmit();
    }
    shown?.addEventListener("keydown", onKey);
    return () => shown?.removeEventListener("keydown", onKey);
  }, [form]);
}

/** Fields of all chosen pictures at once: what is not touched stays as it is in each. */
export function AssetFields({ chosen, firstField, onDone }: AssetFieldsProps) {
  const [edit, setEdit] = useState<AssetEdit>(untouched);
  const form = useRef<HTMLFormElement>(null);
  const collections = useOwnCollections();
  const put = (part: Partial<AssetEdit>) => setEdit((now) => ({ ...now, ...part }));
  const shared = sharedFields(chosen);
  const fields = fieldsOf(chosen, edit);
  const touched = Object.keys(fields).length;

  const { run, busy, errorOf, refusal } = useMutation(
    (changes: EditFields) =>
      api.post("/api/admin/images/edit", {
        json: { ids: chosen.map(({ id }) => id), ...changes } as EditRequest,
      }),
    {
      tells: "form",
      reloads: true,
      onDone({ changed, undo }) {
        setEdit(untouched);
        onDone(changed, undo);
      },
    },
  );
  const title = edit.title ?? shared.title.value ?? "";
  const licence = edit.license ?? shared.license.value ?? "";
  const visibility = edit.visibility ?? shared.visibility.value ?? "";
  const wrong = refusal ?? errorOf("ids");

  useApplyKey(form);

  return (
    <form
      ref={form}
      className="asset-form"
      aria-label={plural(chosen.length, "Fields of 1 image", "Fields of # images")}
      onSubmit={(event) => {
        event.preventDefault();
        if (touched > 0 && !busy) void run(fields);
      }}
    >
      <Field
        small
        label={t`Title`}
        ref={firstField}
        value={title}
        placeholder={shared.title.value === null ? mixedLabel(shared.title) : undefined}
        error={errorOf("title")}
        onChange={({ target }) => put({ title: target.value })}
      />
      <Select
        small
        label={t`Visibility`}
        options={withMixed(shared.visibility, visibilities)}
        value={visibility}
        error={errorOf("is_public")}
        onChange={(value) => put({ visibility: value === "" ? null : value })}
      />
      <Select
        small
        label={t`Licence`}
        options={withMixed(shared.license, licenceOptions(shared.license))}
        value={licence}
        error={errorOf("license")}
        onChange={(value) => put({ license: value === "" ? null : value })}
      />
      <TagEdit chosen={chosen} edit={edit} onChange={put} error={errorOf("tags")} />
      <Select
        small
        label={t`Collection`}
        options={[
          {
            value: "",
            label: collections.length === 0 ? t`You have none` : t`Add to a collection`,
          },
          ...collections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={edit.collection ?? ""}
        error={errorOf("collection")}
        onChange={(value) => put({ collection: value === "" ? null : value })}
      />
      {wrong && <FieldError>{wrong}</FieldError>}
      <div className="asset-apply">
        <Button type="submit" look="primary" disabled={busy}>
          {busy && <Spinner />}
          {busy ? t`Applying` : t`Apply to ${chosen.length}`}
        </Button>
        <output className="text-12 text-ink-3">
          {touched === 0
            ? t`No field will change.`
            : plural(touched, "# field will change.", "# fields will change.")}
        </output>
      </div>
    </form>
  );
}
