import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { RectangleIcon } from "@phosphor-icons/react/dist/csr/Rectangle";
import { SquareIcon } from "@phosphor-icons/react/dist/csr/Square";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { Shape } from "../../../rules/aspect-shape.ts";
import type { Feed } from "../queries.ts";

const options = [
  { shape: null, label: "Any shape", icon: RectangleIcon, turn: "" },
  { shape: "landscape", label: "Landscape", icon: RectangleIcon, turn: "" },
  { shape: "portrait", label: "Portrait", icon: RectangleIcon, turn: "rotate-90" },
  { shape: "square", label: "Square", icon: SquareIcon, turn: "" },
] as const satisfies { shape: Shape | null; label: string; icon: unknown; turn: string }[];

const panelId = "shape-panel";

/** A panel of links that narrow the wall to one shape; it opens and leads on without script. */
export function ShapeFilter({ chosen, feed }: { chosen: Shape | null; feed: Feed | null }) {
  const here = options.find(({ shape }) => shape === chosen) ?? options[0];
  return (
    <div className="shape-filter">
      <button type="button" className="b b-bare b-sm" popoverTarget={panelId}>
        <span className="sr-only">Shape:</span>
        <here.icon size={16} className={here.turn} />
        {here.label}
        <CaretDownIcon size={12} />
      </button>
      <nav id={panelId} popover="auto" className="pop menu shape-panel" aria-label="Shape">
        {options.map(({ shape, label, icon: Icon, turn }) => (
          <Link
            key={label}
            className="menu-row"
            to={paths.home({ feed, shape })}
            preventScrollReset
            aria-current={shape === chosen ? "true" : undefined}
            onClick={() => document.getElementById(panelId)?.hidePopover()}
          >
            <Icon size={18} className={turn} />
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
