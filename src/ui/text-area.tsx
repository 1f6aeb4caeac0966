import type { ComponentProps } from "react";
import { inputClass, Labelled, type LabelledProps } from "./labelled.tsx";

type TextAreaProps = LabelledProps & {
  /** As high as what is typed, from `rows` on; else it keeps its height until it is dragged. */
  grows?: boolean;
} & ComponentProps<"textarea">;

/** Text of several lines. */
export function TextArea({
  label,
  bare,
  error,
  hint,
  grows = false,
  className,
  ...area
}: TextAreaProps) {
  return (
    <Labelled label={label} bare={bare} error={error} hint={hint}>
      {(wiring) => (
        <textarea
          rows={3}
          {...wiring}
          {...area}
          className={inputClass("input-lines", grows && "input-grows", className)}
        />
      )}
    </Labelled>
  );
}
