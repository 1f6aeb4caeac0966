import type { ComponentProps } from "react";
import "./color-input.css";

type ColorInputProps = Omit<
  ComponentProps<"input">,
  "type" | "value" | "onChange" | "className"
> & {
  value: string;
  onChange: (color: string) => void;
  /** Round, like a swatch. */
  round?: boolean;
};

/** The browser's own colour picker. */
export function ColorInput({ onChange, round = false, ...input }: ColorInputProps) {
  return (
    <input
      {...input}
      type="color"
      className={round ? "color-input color-input-round" : "color-input"}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
