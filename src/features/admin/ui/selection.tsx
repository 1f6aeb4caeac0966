/** Selecting rows of a list and acting on them, by pointer and by keyboard. See docs/add-an-admin-page.md. */
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type { KeyboardEvent, ReactNode } from "react";
import { t } from "#app/language/message.ts";
import type { Unit } from "#app/rules/counted.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { IconButton } from "#app/ui/button.tsx";
import type { Selection } from "./use-selection.ts";
import "./selection.css";

/** The checkbox in the head of a list. */
export function SelectAll({ selection }: { selection: Selection }) {
  const { state, setAll } = selection;
  return (
    <Checkbox
      aria-label={t`Select all on this page`}
      checked={state === "all"}
      ref={(box) => {
        if (box) box.indeterminate = state === "some";
      }}
      onChange={(event) => setAll(event.currentTarget.checked)}
    />
  );
}

/** The checkbox of the row above or below in the same table; null at its ends. */
function neighbour(box: HTMLInputElement, step: 1 | -1): HTMLInputElement | null {
  const boxes = [
    ...(box.closest("table")?.querySelectorAll<HTMLInputElement>("[data-select-row]") ?? []),
  ];
  return boxes[boxes.indexOf(box) + step] ?? null;
}

type SelectRowProps = {
  selection: Selection;
  id: string;
  /** What the row is, e.g. the member's name. */
  name: string;
};

/**
 * The checkbox of a row. The arrow keys move from row to row, with Shift they take the rows along; Shift and a press
 * takes all rows since the last press; Escape clears the selection.
 */
export function SelectRow({ selection, id, name }: SelectRowProps) {
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && selection.ids.length > 0) {
      selection.clear();
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const next = neighbour(event.currentTarget, event.key === "ArrowDown" ? 1 : -1);
    if (next === null) return;
    event.preventDefault();
    next.focus();
    const { selectRow } = next.dataset;
    if (event.shiftKey && selectRow !== undefined) selection.take([id, selectRow]);
  }
  return (
    <Checkbox
      aria-label={t`Select ${name}`}
      data-select-row={id}
      checked={selection.has(id)}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const { shiftKey } = event.nativeEvent as Event & { shiftKey?: boolean };
        selection.set(id, event.currentTarget.checked, shiftKey === true);
      }}
    />
  );
}

type BulkBarProps = {
  selection: Selection;
  /** Says how many are selected. */
  selected: Unit;
  /** Buttons. */
  children: ReactNode;
};

/** What can be done with the selected rows; shown while there are any. */
export function BulkBar({ selection, selected, children }: BulkBarProps) {
  const count = selection.ids.length;
  const text = selected(count);
  return (
    <>
      <output className="sr-only">{count === 0 ? "" : text}</output>
      {count > 0 && (
        <section className="panel bulk-bar" aria-label={t`Selection`}>
          <IconButton size="small" label={t`Clear selection`} onClick={selection.clear}>
            <XIcon size={18} />
          </IconButton>
          <b>{text}</b>
          {children}
        </section>
      )}
    </>
  );
}
