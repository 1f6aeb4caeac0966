import { useId, type ReactNode } from "react";
import { Option } from "./option.tsx";
import "./segment.css";

type SegmentProps<T extends string | number> = {
  legend: string;
  /** The legend is visible to screen readers only. */
  hideLegend?: boolean;
  /** With an icon, the label is its accessible name and its tooltip. */
  options: readonly { value: T; label: string; icon?: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
  small?: boolean;
  className?: string;
};

const segmentClass = (small: boolean, className?: string) =>
  ["segment", small && "segment-small", className].filter(Boolean).join(" ");

/** A single choice as radio buttons side by side in one pill. */
export function Segment<T extends string | number>(props: SegmentProps<T>) {
  const { legend, hideLegend, options, value, onChange, small = false, className } = props;
  const group = useId();
  return (
    <fieldset>
      <legend className={hideLegend ? "sr-only" : "label mb-2"}>{legend}</legend>
      <div className={segmentClass(small, className)}>
        {options.map(({ value: own, label, icon }) => (
          <Option
            key={own}
            type="radio"
            name={group}
            checked={own === value}
            onChange={() => onChange(own)}
            {...(icon !== undefined && { "aria-label": label, tip: label })}
          >
            {icon ?? label}
          </Option>
        ))}
      </div>
    </fieldset>
  );
}

type SegmentNavProps = {
  /** The accessible name. */
  label: string;
  small?: boolean;
  className?: string;
  /** Links, one of which has `aria-current`. */
  children: ReactNode;
};

/** The same as links: the choice is part of the page's URL. */
export function SegmentNav({ label, small = false, className, children }: SegmentNavProps) {
  return (
    <nav className={segmentClass(small, className)} aria-label={label}>
      {children}
    </nav>
  );
}
