import type { ComponentProps } from "react";
import { inputClass, Labelled, type LabelledProps } from "./labelled.tsx";

type SelectProps<T extends string> = LabelledProps & {
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  small?: boolean;
} & Omit<ComponentProps<"select">, "value" | "onChange" | "children">;

/** The browser's own select. */
export function Select<T extends string>({
  label,
  bare,
  error,
  hint,
  options,
  onChange,
  small,
  className,
  ...select
}: SelectProps<T>) {
  return (
    <Labelled label={label} bare={bare} error={error} hint={hint}>
      {(wiring) => (
        <select
          {...wiring}
          {...select}
          className={inputClass(small && "input-small", className)}
          onChange={({ target }) => onChange(options[target.selectedIndex].value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
