import { useId } from "react";
import { Field } from "#app/ui/field.tsx";
import { Slider } from "#app/ui/slider.tsx";
import "./edit-amount.css";

type AmountProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** The slider's own scale, where it is not that of the value. */
  steps?: { of: (value: number) => number; at: (step: number) => number };
};

/** A number of pixels, by a slider, its arrow keys or as typed. */
export function EditAmount({ label, value, min, max, onChange, steps }: AmountProps) {
  const id = useId();
  return (
    <div className="edit-amount">
      <span className="label" id={id}>
        {label}
      </span>
      <Field
        bare
        label={label}
        small
        className="mono"
        type="number"
        min={min}
        max={max}
        value={value}
        onChange={(event) => {
          const typed = event.target.valueAsNumber;
          if (Number.isFinite(typed)) onChange(Math.min(max, Math.max(min, Math.round(typed))));
        }}
      />
      <Slider
        value={steps ? steps.of(value) : value}
        min={steps ? 0 : min}
        max={steps ? 100 : max}
        aria-labelledby={id}
        aria-valuetext={String(value)}
        onChange={(step) => onChange(steps ? steps.at(step) : step)}
      />
    </div>
  );
}
