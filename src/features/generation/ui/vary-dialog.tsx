import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { t } from "#app/language/message.ts";
import { IconButton } from "#app/ui/button.tsx";
import { ModalDialog } from "#app/ui/modal-dialog.tsx";
import type { EngineListing } from "../queries/engines.ts";
import type { StyleKit } from "../queries/kits.ts";
import type { Draft } from "./draft.ts";
import type { EngineChoice } from "./engines.ts";
import { GridPart, type Sides } from "./grid-part.tsx";
import type { SourceRef } from "./source.ts";
import { WordLists } from "./word-lists.tsx";
import "#app/ui/dialog.css";
import "./vary-dialog.css";

type VaryProps = {
  open: boolean;
  onClose: () => void;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  choice: EngineChoice;
  engines: readonly EngineListing[];
  kits: readonly StyleKit[];
  source: SourceRef | null;
  sides: Sides;
  onSides: (sides: Sides) => void;
};

/** A prompt with words added at its end. */
const withWords = (prompt: string, words: string) =>
  prompt.trim() === "" ? words : `${prompt.trimEnd()} ${words}`;

/** What varies pictures: grids, and alternatives and lists in the prompt. */
export default function VaryDialog({ open, onClose, change, ...cast }: VaryProps) {
  const { draft } = cast;
  return (
    <ModalDialog shown={open ? draft : null} onClose={onClose} labelledBy="vary-title">
      {() => (
        <div className="dialog-body vary">
          <h2 className="title-medium mb-2 pe-10" id="vary-title">
            {t`Vary`}
          </h2>
          <IconButton className="dialog-close" label={t`Close`} onClick={onClose}>
            <XIcon size={20} />
          </IconButton>
          <p className="mb-5 text-13 text-ink-2">
            {t`Write alternatives as {red|blue} and each picture draws its own. {3::red|blue} draws red three times as often. A backslash before a brace makes it text.`}
          </p>
          <GridPart {...cast} />
          <section className="mt-6" aria-labelledby="vary-lists">
            <h3 className="label mb-3" id="vary-lists">
              {t`Your lists`}
            </h3>
            <WordLists
              onInsert={(words) => {
                change({ prompt: withWords(draft.prompt, words) });
                onClose();
              }}
            />
          </section>
        </div>
      )}
    </ModalDialog>
  );
}
