import { useId } from "react";
import "./segment.css";

type SegmentProps<T extends string | number> = {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
};

/** A few choices side by side, of which one holds: radio buttons in one pill. */
export function Segment<T extends string | number>({
  legend,
  options,
  value,
  onChange,
  className = "",
}: SegmentProps<T>) {
  const group = useId();
  return (
    <fieldset>
      <legend className="lbl mb-2">{legend}</legend>
      <div className={`seg ${className}`}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              className="veiled"
              name={group}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
