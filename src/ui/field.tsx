import { EyeIcon } from "@phosphor-icons/react/dist/csr/Eye";
import { EyeSlashIcon } from "@phosphor-icons/react/dist/csr/EyeSlash";
import { useId, useState, type InputHTMLAttributes, type TextareaHTMLAttributes } from "react";
import { IconButton } from "./button.tsx";
import "./field.css";

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | null;
  /** Said below the field until there is an error. */
  hint?: string;
  small?: boolean;
};

function Note({ id, error, hint }: { id: string; error?: string | null; hint?: string }) {
  if (!error && !hint) return null;
  return (
    <p id={`${id}-note`} className={error ? "field-error" : "text-12h text-ink-3"}>
      {error || hint}
    </p>
  );
}

/** A labelled input; its error is tied to it for readers. */
export function Field({ label, error, hint, small = false, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={small ? "input input-small" : "input"}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
      />
      <Note id={id} error={error} hint={hint} />
    </div>
  );
}

type LinesFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> &
  Pick<FieldProps, "label" | "error" | "hint">;

/** The same for text of several lines; it grows with what is typed. */
export function LinesField({ label, error, hint, ...input }: LinesFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        rows={3}
        {...input}
        id={id}
        className="input input-lines"
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
      />
      <Note id={id} error={error} hint={hint} />
    </div>
  );
}

/** The same for passwords, with a button that shows what was typed. */
export function PasswordField({ label, error, hint, small = false, ...input }: FieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeSlashIcon : EyeIcon;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={`input pr-12 ${small ? "input-small" : ""}`}
          type={shown ? "text" : "password"}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
        />
        <IconButton
          size="small"
          className="needs-script absolute top-1.5 right-1.5"
          label={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} />
        </IconButton>
      </div>
      <Note id={id} error={error} hint={hint} />
    </div>
  );
}
