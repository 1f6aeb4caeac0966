import { t } from "#app/language/message.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import { searchAddress, type SearchState } from "./search-state.ts";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./filter-sheet.css";
import "./shape-choice.css";

const shapes = [
  { shape: null, wide: t`Any`, narrow: t`Any` },
  { shape: "landscape", wide: t`Landscape`, narrow: t`Wide` },
  { shape: "portrait", wide: t`Portrait`, narrow: t`Tall` },
  { shape: "square", wide: t`Square`, narrow: t`Square` },
] as const;

/** One shape or any, each with its outline. */
export function ShapeChoice({ state, narrow = false }: { state: SearchState; narrow?: boolean }) {
  const { slugSearch } = useSite();
  return (
    <SegmentNav label={t`Shape`} className="shape-choice">
      {shapes.map((one) => (
        <Link
          key={one.wide}
          to={searchAddress(state, slugSearch, { shape: one.shape })}
          preventScrollReset
          aria-current={one.shape === state.shape ? "true" : undefined}
        >
          {one.shape && <span className={`outline-${one.shape}`} aria-hidden />}
          {narrow ? one.narrow : one.wide}
        </Link>
      ))}
    </SegmentNav>
  );
}
