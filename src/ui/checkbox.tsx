import type { ComponentProps, ReactNode } from "react";
import "./checkbox.css";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  /** The label, which can be clicked too; without it an `aria-label` is needed. */
  label?: ReactNode;
  /** A radio button: one of several of the same name. */
  radio?: boolean;
};

/** A checkbox or a radio button. */
export function Checkbox({ label, radio = false, className, ...input }: CheckboxProps) {
  const type = radio ? "radio" : "checkbox";
  if (label === undefined) {
    return (
      <label className={className ? `check-alone ${className}` : "check-alone"}>
        <input {...input} type={type} className="check" />
      </label>
    );
  }
  return (
    <label className={className ? `check-row ${className}` : "check-row"}>
      <input {...input} type={type} className="check" />
      {label}
    </label>
  );
}
