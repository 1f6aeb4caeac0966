import { RectangleIcon } from "@phosphor-icons/react/dist/csr/Rectangle";
import { SquareIcon } from "@phosphor-icons/react/dist/csr/Square";
import { SquaresFourIcon } from "@phosphor-icons/react/dist/csr/SquaresFour";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { Shape } from "../../../rules/aspect-shape.ts";

const options = [
  { shape: null, label: "Any shape", icon: SquaresFourIcon, turn: "" },
  { shape: "landscape", label: "Landscape", icon: RectangleIcon, turn: "" },
  { shape: "portrait", label: "Portrait", icon: RectangleIcon, turn: "rotate-90" },
  { shape: "square", label: "Square", icon: SquareIcon, turn: "" },
] as const satisfies { shape: Shape | null; label: string; icon: unknown; turn: string }[];

/** Links that narrow the wall to one shape; they work without JavaScript. */
export function ShapeFilter({ chosen }: { chosen: Shape | null }) {
  return (
    <nav className="seg seg-sm" aria-label="Shape">
      {options.map(({ shape, label, icon: Icon, turn }) => (
        <Link
          key={label}
          to={paths.home({ shape })}
          preventScrollReset
          aria-current={shape === chosen ? "true" : undefined}
        >
          <Icon size={16} className={turn} />
          <span className="max-md:sr-only">{label}</span>
        </Link>
      ))}
    </nav>
  );
}
