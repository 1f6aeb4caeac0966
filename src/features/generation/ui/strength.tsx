import { t } from "#app/language/message.ts";
import { Field } from "#app/ui/field.tsx";
import { Slider } from "#app/ui/slider.tsx";
import "./strength.css";

type StrengthProps = { value: number; onChange: (value: number) => void; error?: string };

/** How much a remix may differ from its source: 0 to 100, by slider, arrow keys or a typed number. */
export function Strength({ value, onChange, error }: StrengthProps) {
  return (
    <div className="composer-strength">
      <span className="label" id="strength">
        {t`Strength`}
      </span>
      <span className="text-12 whitespace-nowrap text-ink-3 max-md:hidden">{t`Close to source`}</span>
      <Slider
        value={value}
        aria-labelledby="strength"
        aria-invalid={error ? true : undefined}
        onChange={onChange}
      />
      <span className="text-12 whitespace-nowrap text-ink-3 max-md:hidden">{t`Far from source`}</span>
      <Field
        bare
        label={t`Strength in percent`}
        small
        className="mono"
        type="number"
        min={0}
        max={100}
        value={value}
        onChange={(event) => {
          const typed = event.target.valueAsNumber;
          if (Number.isFinite(typed)) onChange(Math.min(100, Math.max(0, Math.round(typed))));
        }}
      />
    </div>
  );
}
