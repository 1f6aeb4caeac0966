import type { CSSProperties } from "react";
import { contrastInk } from "../../../rules/contrast-ink.ts";
import { useCopy } from "../../../ui/use-copy.ts";

/** The picture's five colours; pointing at one shows its hex, pressing copies it. */
export function Palette({ colors }: { colors: readonly string[] }) {
  const { copied, copy } = useCopy();
  return (
    <ul className="palette" aria-label="Palette">
      {colors.map((color, index) => (
        // A palette may hold a colour twice; its order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${color}${index}`}>
          <button
            type="button"
            aria-label={`Copy ${color}`}
            data-copied={copied === color || undefined}
            style={{ "--swatch": color, "--swatch-ink": contrastInk(color) } as CSSProperties}
            onClick={() => copy(color)}
          >
            <span>{copied === color ? "Copied" : color.toUpperCase()}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
