import type { CSSProperties } from "react";
import "#app/ui/field.css";
import "#app/ui/range.css";
import "./strength.css";

type StrengthProps = { value: number; onChange: (value: number) => void; error?: string };

/** How far a remix may go from its source: 0 to 100, by slider, arrow keys or a typed number. */
export function Strength({ value, onChange, error }: StrengthProps) {
  return (
    <div className="dock-strength">
      <span className="label" id="strength">
        Strength
      </span>
      <span className="text-12 whitespace-nowrap text-ink-3 max-md:hidden">Close to source</span>
      <input
        className="range"
        type="range"
        min={0}
        max={100}
        value={value}
        style={{ "--p": `${value}%` } as CSSProperties}
        aria-labelledby="strength"
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <span className="text-12 whitespace-nowrap text-ink-3 max-md:hidden">Free</span>
      <input
        className="input input-small mono"
        type="number"
        min={0}
        max={100}
        value={value}
        aria-label="Strength in percent"
        onChange={(event) => {
          const typed = event.target.valueAsNumber;
          if (Number.isFinite(typed)) onChange(Math.min(100, Math.max(0, Math.round(typed))));
        }}
      />
    </div>
  );
}
