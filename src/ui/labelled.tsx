import { useId, type ReactNode } from "react";
import "./field.css";

export type LabelledProps = {
  /** The label. */
  label: string;
  /** Without a visible label and box: the label is for screen readers only, and errors are shown elsewhere. */
  bare?: boolean;
  /** Replaces the hint. */
  error?: string | null;
  /** Shown below the control until there is an error. */
  hint?: string;
};

type Wiring = {
  id?: string;
  "aria-label"?: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

/** The classes of a control with a border. */
export const inputClass = (...more: (string | false | undefined)[]) =>
  ["input", ...more].filter(Boolean).join(" ");

/** An error of a control or a form; announced at once. */
export function FieldError({
  id,
  className,
  children,
}: {
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <p id={id} className={className ? `field-error ${className}` : "field-error"} role="alert">
      {children}
    </p>
  );
}

/** Label above a control and hint or error below it, associated for screen readers. */
export function Labelled({
  label,
  bare = false,
  error,
  hint,
  children,
}: LabelledProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const invalid = error ? true : undefined;
  if (bare) return children({ "aria-label": label, "aria-invalid": invalid });
  const note = error || hint;
  const noteId = `${id}-note`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": invalid, "aria-describedby": note ? noteId : undefined })}
      {note && (
        <p id={noteId} className={error ? "field-error" : "text-12h text-ink-3"}>
          {note}
        </p>
      )}
    </div>
  );
}
