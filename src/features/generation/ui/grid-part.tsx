import { useMemo, useState } from "react";
import { m, plural, t } from "#app/language/message.ts";
import { axisValues, gridCells, gridQuote, wordPlaces, type GridQuote } from "#app/rules/grid.ts";
import { listsIn } from "#app/rules/prompt-template.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { CreditGlyph } from "#app/ui/glyphs.tsx";
import { useSite } from "#app/ui/site.ts";
import { Switch } from "#app/ui/switch.tsx";
import { useBalance } from "#app/features/billing/ui/balance.tsx";
import type { GridRequest } from "../inputs/grids.ts";
import type { EngineListing } from "../queries/engines.ts";
import type { StyleKit } from "../queries/kits.ts";
import { castBody, type Draft } from "./draft.ts";
import { draftFor, type EngineChoice } from "./engines.ts";
import { axisOf, axisOffers, type SideDraft } from "./grid-axes.ts";
import { GridSide } from "./grid-side.tsx";
import type { SourceRef } from "./source.ts";
import { useGrid } from "./use-grid.ts";
import { useWordLists } from "./use-word-lists.ts";
import "#app/features/billing/ui/credits.css";

export type Sides = { columns: SideDraft; rows: SideDraft };

type PartProps = {
  draft: Draft;
  choice: EngineChoice;
  engines: readonly EngineListing[];
  kits: readonly StyleKit[];
  source: SourceRef | null;
  sides: Sides;
  onSides: (sides: Sides) => void;
};

const none: ReadonlyMap<string, readonly string[]> = new Map();

/** A grid of the composer's cast: what varies, how many pictures, what they cost, and the press. */
export function GridPart(props: PartProps) {
  const { draft, choice, engines, kits, source, sides, onSides } = props;
  const { remixCredits, idleFactor } = useSite();
  const { balance } = useBalance();
  const [isPublic, setIsPublic] = useState(false);
  const needsLists = listsIn(draft.prompt).length > 0;
  const { byName } = useWordLists(needsLists);
  const lists = byName ?? none;
  const places = useMemo(() => wordPlaces(draft.prompt, lists), [draft.prompt, lists]);
  const offers = axisOffers({ choice, engines, kits, places, remixing: source !== null });
  const [columns, rows] = [axisOf(sides.columns, offers), axisOf(sides.rows, offers)];
  const {
    count: _,
    each: _e,
    fallback: _f,
    ...cast
  } = {
    each: false,
    fallback: false,
    ...castBody(draftFor(draft, choice), source),
  };
  // One side alone is the columns, whichever was chosen.
  const axes = columns ? { columns, ...(rows && { rows }) } : rows ? { columns: rows } : null;
  const made = axes && gridCells(cast, axes, lists);
  const quoted =
    made && "cells" in made
      ? gridQuote(
          made.cells.map(({ settings }) => ({
            mode: source ? "image-to-image" : "text-to-image",
            quality: settings.quality,
            aspect: settings.aspect,
            model: settings.model ?? choice.model,
            count: 1,
            imageToImageCredits: remixCredits,
            priceFactor:
              engines.find(({ id }) => id === (settings.engine ?? choice.engine.id))?.priceFactor ??
              1,
            ...(draft.whenIdle && { idleFactor }),
          })),
        )
      : null;
  const body = axes && JSON.stringify({ cast, axes });
  // The server's price, where it is another one; it counts for this grid alone.
  const [told, setTold] = useState<{ body: string; quote: GridQuote } | null>(null);
  const quote = told !== null && told.body === body ? told.quote : quoted;
  const { run, busy, problem } = useGrid((present) => body && setTold({ body, quote: present }));
  // A side that was just chosen has no values yet: what is missing is said below, and is no fault.
  const isEmpty = (side: keyof Sides) => {
    const axis = side === "columns" ? columns : rows;
    return axis !== null && axisValues(axis, places).length === 0;
  };
  const faultOf = (side: keyof Sides) =>
    made && "fault" in made && made.fault.side === side && !isEmpty(side)
      ? made.fault.message
      : null;
  const lacks = quote !== null && balance !== null && quote.credits > balance.current;
  const isReady = axes !== null && quote !== null && draft.prompt.trim() !== "" && !lacks;
  return (
    <section aria-labelledby="vary-grid">
      <h3 className="label mb-3" id="vary-grid">
        {t`Grid`}
      </h3>
      <div className="grid-sides">
        {(["columns", "rows"] as const).map((side) => (
          <GridSide
            key={side}
            label={side === "columns" ? t`Columns` : t`Rows`}
            side={sides[side]}
            offers={offers}
            error={faultOf(side)}
            onChange={(changed) => onSides({ ...sides, [side]: changed })}
          />
        ))}
      </div>
      <label className="my-2 flex min-h-9 cursor-pointer items-center gap-2.5 text-13 font-[560]">
        <Switch checked={isPublic} onChange={({ target }) => setIsPublic(target.checked)} />
        {t`Others may see the grid’s page`}
      </label>
      {problem && <Alert>{problem.detail ?? problem.title}</Alert>}
      <div className="mt-3 flex flex-wrap items-center justify-end gap-3">
        <output className={`min-w-0 flex-1 text-12h ${lacks ? "text-rust" : "text-ink-3"}`}>
          {quote === null
            ? t`Choose what varies, and by which values.`
            : plural(
                quote.pictures,
                m`# picture for ${quote.credits} credits.`,
                m`# pictures for ${quote.credits} credits.`,
              )}
          {lacks && ` ${t`You have ${balance.current}.`}`}
        </output>
        <Button
          look="primary"
          disabled={!isReady || busy}
          onClick={() =>
            axes && quote && void run({ cast, ...axes, quoted: quote, isPublic } as GridRequest)
          }
        >
          {t`Cast the grid`}
          {quote && (
            <span className="credits">
              <CreditGlyph />
              {quote.credits}
              <span className="sr-only">{t` credits`}</span>
            </span>
          )}
        </Button>
      </div>
    </section>
  );
}
