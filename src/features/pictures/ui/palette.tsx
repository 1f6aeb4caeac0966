import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import type { CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { contrastInk } from "#app/rules/contrast-ink.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import { useCopy } from "#app/ui/use-copy.ts";
import "./palette.css";

/**
 * The picture's five colours: hovering shows the hex value, pressing copies it, the magnifying glass searches for it.
 */
export function Palette({ colors }: { colors: readonly string[] }) {
  const { slugSearch } = useSite();
  const { copied, copy } = useCopy();
  return (
    <ul className="palette" aria-label={t`Palette`}>
      {colors.map((color, index) => (
        // A palette may contain a colour twice; its order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li
          key={`${color}${index}`}
          style={{ "--swatch": color, "--swatch-ink": contrastInk(color) } as CSSProperties}
        >
          <button
            type="button"
            aria-label={t`Copy ${color}`}
            data-copied={copied === color || undefined}
            onClick={() => copy(color)}
          >
            <span>{copied === color ? t`Copied` : color.toUpperCase()}</span>
          </button>
          <Link
            className="palette-search"
            to={paths.searchColor(color, slugSearch)}
            aria-label={t`Search by ${color}`}
          >
            <MagnifyingGlassIcon size={14} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
