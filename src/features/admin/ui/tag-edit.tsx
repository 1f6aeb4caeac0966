import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type { KeyboardEvent } from "react";
import { t } from "#app/language/message.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import type { Asset } from "#app/features/pictures/queries.ts";
import {
  addTyped,
  pressTag,
  stateOfTag,
  tagCounts,
  type AssetEdit,
  type TagState,
} from "./asset-edit.ts";
import "#app/ui/chip.css";
import "./tag-edit.css";

type TagEditProps = {
  chosen: readonly Asset[];
  edit: AssetEdit;
  onChange: (part: Partial<AssetEdit>) => void;
  error: string | undefined;
};

const described: Record<TagState, string> = {
  stays: "stays",
  added: t`will be added to all`,
  removed: t`will be removed`,
};

/** A tag of the chosen pictures; a press decides what becomes of it. */
function TagChip({
  tag,
  count,
  of,
  state,
  onPress,
}: {
  tag: string;
  count: number;
  of: number;
  state: TagState;
  onPress: () => void;
}) {
  return (
    <button type="button" className="chip chip-small tag-chip" data-state={state} onClick={onPress}>
      <span className="tag-chip-text">{tag}</span>
      {count < of && <span className="number text-ink-3">{count}</span>}
      <span className="sr-only">
        {count < of ? t` of ${of}, ` : ", "}
        {described[state]}
      </span>
    </button>
  );
}

/** The tags of many pictures: those they have, to keep or remove, and new ones for all of them. */
export function TagEdit({ chosen, edit, onChange, error }: TagEditProps) {
  const counts = tagCounts(chosen);
  const existing = new Set(counts.map(({ tag }) => tag));
  const isReplacing = edit.replace !== null;

  const { typed } = edit;
  function onKey(event: KeyboardEvent) {
    const isDone = event.key === "," || (event.key === "Enter" && typed.trim() !== "");
    if (!isDone || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChange(addTyped(edit));
  }

  return (
    <fieldset className="tag-edit">
      <legend className="label mb-2">{t`Tags`}</legend>
      {isReplacing ? (
        <Field
          small
          label={t`New tags`}
          hint={t`Separated by commas; every other tag goes`}
          value={edit.replace ?? ""}
          error={error}
          onChange={({ target }) => onChange({ replace: target.value })}
        />
      ) : (
        <>
          <div className="tag-chips">
            {edit.add
              .filter((tag) => !existing.has(tag))
              .map((tag) => (
                <button
                  key={tag}
                  type="button"
                  className="chip chip-small chip-on tag-chip"
                  aria-label={t`Do not add ${tag}`}
                  onClick={() => onChange({ add: edit.add.filter((other) => other !== tag) })}
                >
                  <PlusIcon size={12} aria-hidden />
                  <span className="tag-chip-text">{tag}</span>
                  <XIcon size={12} aria-hidden />
                </button>
              ))}
            {counts.map(({ tag, count }) => (
              <TagChip
                key={tag}
                tag={tag}
                count={count}
                of={chosen.length}
                state={stateOfTag(edit, tag)}
                onPress={() => onChange(pressTag(edit, tag, count === chosen.length))}
              />
            ))}
          </div>
          <Field
            bare
            small
            label={t`Add tags`}
            placeholder={t`Add tags, with commas`}
            value={typed}
            onChange={({ target }) => onChange({ typed: target.value })}
            onKeyDown={onKey}
            onBlur={() => onChange(addTyped(edit))}
          />
          {error && <FieldError>{error}</FieldError>}
        </>
      )}
      <Checkbox
        label={t`Replace all tags`}
        checked={isReplacing}
        onChange={({ target }) =>
          onChange({ replace: target.checked ? edit.add.join(", ") : null })
        }
      />
    </fieldset>
  );
}
