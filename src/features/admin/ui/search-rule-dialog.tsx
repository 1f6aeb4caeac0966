import { useState, type SubmitEvent } from "react";
import { m, plural, t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { typedIn } from "#app/ui/form.ts";
import { FieldError } from "#app/ui/labelled.tsx";
import { Segment } from "#app/ui/segment.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { SearchRuleInput } from "../inputs/search.ts";
import { api } from "./api.ts";
import { useUndoToast } from "./use-undo-toast.ts";

type Kind = SearchRuleInput["kind"];

const kinds = [
  { value: "synonym", label: t`Synonym` },
  { value: "redirect", label: t`Redirect` },
] as const;

const abouts: Record<Kind, string> = {
  synonym: t`A search for these words also finds the images of the others.`,
  redirect: t`A search for exactly these words opens a collection.`,
};

/** Public collections to choose from, by a part of their name. */
const shownChoices = 6;

function CollectionChoice({ error }: { error: string | undefined }) {
  const [q, setQ] = useState("");
  const { data, failure } = useQuery(`collections to redirect to ${q}`, (signal) =>
    api.get("/api/admin/collections", {
      query: { visibility: "public", q: q.trim() === "" ? null : q, limit: shownChoices },
      signal,
    }),
  );
  return (
    <>
      <Field
        label={t`Find a collection`}
        type="search"
        maxLength={200}
        placeholder={t`Name or @username`}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
        // The form is about the rule; Enter in here must not send it.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="label mb-2">{t`Collection`}</legend>
        {data?.items.map(({ id, name, owner, count }) => (
          <Checkbox
            key={id}
            radio
            name="collection_id"
            value={id}
            label={`${name}, @${owner.username}, ${images(count)}`}
          />
        ))}
        {data?.items.length === 0 && (
          <p className="text-13 text-ink-2">{t`No public collection has this name.`}</p>
        )}
        {failure !== null && data === null && (
          <p className="text-13 text-ink-2">{t`The collections could not be read.`}</p>
        )}
        {error !== undefined && <FieldError>{error}</FieldError>}
      </fieldset>
    </>
  );
}

/** What a form of one kind says. */
function inputOf(kind: Kind, form: HTMLFormElement): SearchRuleInput {
  const { query = "", words = "", collection_id = "" } = typedIn(new FormData(form));
  return kind === "synonym" ? { kind, query, words } : { kind, query, collection_id };
}

type SearchRuleDialogProps = {
  /** The words to begin with; null for a closed dialog. */
  query: string | null;
  onClose: () => void;
};

/** Adds a synonym or a redirect for a search. */
export function SearchRuleDialog({ query, onClose }: SearchRuleDialogProps) {
  const [kind, setKind] = useState<Kind>("synonym");
  const offerUndo = useUndoToast((undo) =>
    api.post("/api/admin/search-rules/undo", { json: { undo } }),
  );
  const { run, busy, errorOf, refusal, clear } = useMutation(
    (input: SearchRuleInput) => api.post("/api/admin/search-rules", { json: input }),
    {
      tells: "form",
      reloads: true,
      onDone({ undo, finds }, input) {
        onClose();
        if (finds === null) offerUndo(t`“${input.query}” leads to the collection now`, undo);
        else if (finds === 0) offerUndo(t`Added, but “${input.query}” still finds nothing`, undo);
        else
          offerUndo(
            plural(
              finds,
              m`“${input.query}” finds # image now`,
              m`“${input.query}” finds # images now`,
            ),
            undo,
          );
      },
    },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void run(inputOf(kind, event.currentTarget));
  }

  return (
    <Dialog title={t`What to find`} open={query !== null} onClose={onClose}>
      <form className="mt-4 flex flex-col gap-4" noValidate onSubmit={submit}>
        <Segment
          legend={t`Kind of rule`}
          hideLegend
          options={kinds}
          value={kind}
          onChange={(chosen) => {
            clear();
            setKind(chosen);
          }}
        />
        <p className="text-13 text-ink-2">{abouts[kind]}</p>
        <Field
          label={t`Searched for`}
          name="query"
          required
          maxLength={200}
          defaultValue={query ?? ""}
          error={errorOf("query")}
        />
        {kind === "synonym" ? (
          <Field
            label={t`Also search for`}
            name="words"
            required
            maxLength={200}
            error={errorOf("words")}
          />
        ) : (
          <CollectionChoice error={errorOf("collection_id")} />
        )}
        {refusal && <Alert>{refusal}</Alert>}
        <Button type="submit" look="primary" className="self-start" disabled={busy}>
          {busy && <Spinner />}
          {t`Add rule`}
        </Button>
      </form>
    </Dialog>
  );
}
