import type { ComponentProps } from "react";

type OptionProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  type: "radio" | "checkbox";
  /** Class name of the visible label. */
  className?: string;
  style?: ComponentProps<"label">["style"];
  /** Tooltip. */
  tip?: string;
};

/** A radio button or checkbox with a custom face: all of it can be pressed. */
export function Option({ className, style, tip, children, ...input }: OptionProps) {
  return (
    <label className={className} style={style} data-tip={tip}>
      <input {...input} className="invisible-input" />
      {children}
    </label>
  );
}
