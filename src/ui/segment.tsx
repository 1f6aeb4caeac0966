import { useId, type ReactNode } from "react";
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
      <legend className="label mb-2">{legend}</legend>
      <div className={`segment ${className}`}>
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

type SegmentNavProps = {
  /** What is chosen by it, for those who do not see that it is one. */
  label: string;
  small?: boolean;
  className?: string;
  /** Links, of which one has `aria-current`. */
  children: ReactNode;
};

/** The same in links: what is chosen is part of the page's address. */
export function SegmentNav({ label, small = false, className, children }: SegmentNavProps) {
  const classes = ["segment", small && "segment-small", className];
  return (
    <nav className={classes.filter(Boolean).join(" ")} aria-label={label}>
      {children}
    </nav>
  );
}
