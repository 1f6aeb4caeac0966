import type { ComponentProps } from "react";

type OptionProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  type: "radio" | "checkbox";
  /** Of the face, which is the label. */
  className?: string;
  style?: ComponentProps<"label">["style"];
  /** Shown beside it after a while. */
  tip?: string;
};

/** A radio button or checkbox below a face of its own: all of the face can be pressed. */
export function Option({ className, style, tip, children, ...input }: OptionProps) {
  return (
    <label className={className} style={style} data-tip={tip}>
      <input {...input} className="invisible-input" />
      {children}
    </label>
  );
}
