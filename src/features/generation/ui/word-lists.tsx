import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";
import { plural, t } from "#app/language/message.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { firstClick } from "#app/ui/first-click.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { WordList } from "../queries/word-lists.ts";
import { api } from "./api.ts";
import { useWordLists } from "./use-word-lists.ts";
import { WordListForm } from "./word-list-form.tsx";

/** How long the offer to undo stays, in ms. */
const undoMs = 30_000;

type RowProps = {
  list: WordList;
  onEdit: () => void;
  onChanged: () => Promise<void>;
  onInsert: (text: string) => void;
};

function Row({ list, onEdit, onChanged, onInsert }: RowProps) {
  const { id, name, words } = list;
  const restoring = useMutation(() => api.post("/api/word-lists", { json: { name, words } }), {
    onDone: () => onChanged(),
  });
  const removal = useMutation(() => api.delete("/api/word-lists/:id", { param: { id } }), {
    countsAsDone: 404,
    async onDone() {
      void showToast("success", t`The list “${name}” is deleted`, {
        duration: undoMs,
        action: { label: t`Undo`, onClick: () => void restoring.run() },
      });
      await onChanged();
    },
  });
  return (
    <li className="word-list">
      <div className="min-w-0 flex-1">
        <p className="mono truncate" dir="auto">{`__${name}__`}</p>
        <p className="truncate text-12h text-ink-3" dir="auto">
          {plural(words.length, "# entry: ", "# entries: ")}
          {words.slice(0, 8).join(", ")}
        </p>
      </div>
      <Button look="quiet" size="small" onClick={() => onInsert(`__${name}__`)}>
        {t`Insert`}
      </Button>
      <IconButton size="small" label={t`Edit the list ${name}`} onClick={onEdit}>
        <PencilSimpleIcon size={18} />
      </IconButton>
      <IconButton
        size="small"
        label={t`Delete the list ${name}`}
        disabled={removal.busy}
        onClick={firstClick(() => void removal.run())}
      >
        <TrashIcon size={18} />
      </IconButton>
    </li>
  );
}

/** The member's lists of words: making, renaming, changing and deleting them. */
export function WordLists({ onInsert }: { onInsert: (text: string) => void }) {
  const { lists, failure, again } = useWordLists();
  const [edited, setEdited] = useState<WordList | "new" | null>(null);
  if (edited !== null) {
    return (
      <WordListForm
        key={edited === "new" ? "new" : edited.id}
        list={edited === "new" ? null : edited}
        onCancel={() => setEdited(null)}
        onDone={() => {
          setEdited(null);
          void again();
        }}
      />
    );
  }
  if (lists === null) {
    return failure ? <Alert calm>{t`Your lists could not be read.`}</Alert> : <Spinner />;
  }
  return (
    <>
      {lists.length === 0 && (
        <p className="mb-3 text-13 text-ink-2">
          {t`A list is a name for many words: a prompt with __colour__ draws one of the list “colour” for each picture.`}
        </p>
      )}
      <ul className="word-lists">
        {lists.map((list) => (
          <Row
            key={list.id}
            list={list}
            onEdit={() => setEdited(list)}
            onChanged={again}
            onInsert={onInsert}
          />
        ))}
      </ul>
      <Button look="soft" size="small" onClick={() => setEdited("new")}>
        <PlusIcon size={16} />
        {t`New list`}
      </Button>
    </>
  );
}
