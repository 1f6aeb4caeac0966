import { plural, m, T, t } from "#app/language/message.ts";
import { fittingBoard } from "#app/rules/references.ts";
import { kitPhrases } from "#app/rules/style-kit.ts";
import { Button } from "#app/ui/button.tsx";
import type { StyleKit } from "../queries/kits.ts";
import type { Draft } from "./draft.ts";
import type { EngineChoice } from "./engines.ts";
import { KitBars } from "./kit-card.tsx";
import "./colour-bars.css";
import "./composer-note.css";

/** How many pictures of the kit's mood board the model takes besides the draft's references, and how many it does not. */
export function boardUse(
  kit: StyleKit,
  { references }: Pick<Draft, "references">,
  { can }: Pick<EngineChoice, "can">,
  remixing: boolean,
): { used: number; leftOut: number } {
  const named = references.map(({ role }) => ({ role }));
  const ids = new Set(references.map(({ id }) => id));
  const others = kit.board.filter(({ id }) => !ids.has(id)).map(({ role }) => ({ role }));
  const mode = remixing ? "img2img" : "txt2img";
  const { used, leftOut } = fittingBoard(can.references, named, others, mode);
  return { used: used.length, leftOut };
}

type KitNoteProps = {
  kit: StyleKit;
  board: ReturnType<typeof boardUse>;
  onRemove: () => void;
};

/** What the selected kit will add to the prompt, and what of its mood board the engine uses. */
export function KitNote({ kit, board: { used, leftOut }, onRemove }: KitNoteProps) {
  const words = kitPhrases(kit);
  return (
    <div className="composer-note" data-kit={kit.id}>
      <KitBars palette={kit.palette} className="bars bars-note" />
      <span className="min-w-0 flex-1">
        <T>
          <b className="font-[580]">{kit.name}</b> adds: {words}
        </T>
        {used > 0 && (
          <span className="block">
            {plural(
              used,
              "# picture of its mood board is a reference.",
              "# pictures of its mood board are references.",
            )}
          </span>
        )}
        {leftOut > 0 && (
          <span className="block">
            {plural(
              leftOut,
              m`This engine does not use # picture of its mood board.`,
              m`This engine does not use # pictures of its mood board.`,
            )}
          </span>
        )}
      </span>
      <Button look="quiet" size="small" onClick={onRemove}>
        {t`Remove`}
      </Button>
    </div>
  );
}
