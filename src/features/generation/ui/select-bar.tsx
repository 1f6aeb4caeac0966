import { paths } from "../../../paths.ts";

type SelectBarProps = {
  ids: readonly string[];
  busy: boolean;
  onAction: (action: "publish" | "hide" | "delete") => void;
  onClear: () => void;
};

/** What can be done with the chosen casts. */
export function SelectBar({ ids, busy, onAction, onClear }: SelectBarProps) {
  return (
    <section className="select-bar" aria-label="Selected casts">
      <output className="text-13 font-[560]">
        {ids.length === 1 ? "1 cast selected" : `${ids.length} casts selected`}
      </output>
      <button
        type="button"
        className="b b-bare b-sm"
        disabled={busy}
        onClick={() => onAction("hide")}
      >
        Make private
      </button>
      <button
        type="button"
        className="b b-bare b-sm"
        disabled={busy}
        onClick={() => onAction("publish")}
      >
        Make public
      </button>
      <a className="b b-bare b-sm" href={paths.api.generationsArchive(ids)} download>
        Download
      </a>
      <button
        type="button"
        className="b b-bare b-sm b-rust"
        disabled={busy}
        onClick={() => onAction("delete")}
      >
        Delete
      </button>
      <button type="button" className="b b-soft b-sm" onClick={onClear}>
        Clear
      </button>
    </section>
  );
}
