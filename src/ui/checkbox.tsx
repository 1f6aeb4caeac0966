import type { ComponentProps, ReactNode } from "react";
import "./checkbox.css";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  /** What stands beside it, and is pressed with it; without, it needs an `aria-label`. */
  label?: ReactNode;
  /** One of several of the same name. */
  radio?: boolean;
};

/** A checkbox or a radio button. */
export function Checkbox({ label, radio = false, className, ...input }: CheckboxProps) {
  const type = radio ? "radio" : "checkbox";
  if (label === undefined) {
    return <input {...input} type={type} className={className ? `check ${className}` : "check"} />;
  }
  return (
    <label className={className ? `check-row ${className}` : "check-row"}>
      <input {...input} type={type} className="check" />
      {label}
    </label>
  );
}
