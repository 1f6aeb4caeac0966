import { useState } from "react";
import { t } from "#app/language/message.ts";
import { listLimits } from "#app/rules/prompt-template.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import type { WordList } from "../queries/word-lists.ts";
import { api } from "./api.ts";

type FormProps = {
  /** Null for a new list. */
  list: WordList | null;
  onDone: () => void;
  onCancel: () => void;
};

/** Entries as they are typed: one a line. */
const entriesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The name and the entries of a list of words. */
export function WordListForm({ list, onDone, onCancel }: FormProps) {
  const [name, setName] = useState(list?.name ?? "");
  const [text, setText] = useState(list?.words.join("\n") ?? "");
  const { run, busy, problem } = useMutation(
    () => {
      const json = { name, words: entriesOf(text) };
      return list
        ? api.patch("/api/word-lists/:id", { param: { id: list.id }, json })
        : api.post("/api/word-lists", { json });
    },
    { tells: "form", onDone },
  );
  const errors = problem?.errors ?? [];
  const nameError = errors.find(({ path }) => path === "name")?.message;
  const found = errors.find(({ path }) => path.startsWith("words"));
  const number = found && /^words\.(\d+)/.exec(found.path)?.[1];
  const entryError = number ? t`Entry ${Number(number) + 1}: ${found.message}` : found?.message;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void run();
      }}
    >
      <Field
        label={t`Name`}
        data-first
        value={name}
        maxLength={listLimits.name}
        hint={t`Prompts name it as __${name.trim() || t`name`}__`}
        error={nameError}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={t`Entries, one a line`}
        rows={8}
        value={text}
        hint={t`${entriesOf(text).length} of ${listLimits.words}. An entry may have alternatives and name other lists.`}
        error={entryError}
        onChange={(event) => setText(event.target.value)}
      />
      {problem && !nameError && !entryError && <Alert>{problem.detail ?? problem.title}</Alert>}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button type="submit" look="primary" disabled={busy}>
          {t`Save`}
        </Button>
      </div>
    </form>
  );
}
