import type { ComponentProps } from "react";
import { inputClass, Labelled, type LabelledProps } from "./labelled.tsx";

type TextAreaProps = LabelledProps & {
  /** Grows with its text, from `rows` on; otherwise the height only changes by dragging. */
  grows?: boolean;
} & ComponentProps<"textarea">;

/** A multi-line text input. */
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
