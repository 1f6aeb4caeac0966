import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

type SubmitButtonProps = {
  /** Label. */
  label: string;
  /** Label while busy. */
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
  /** For destructive actions. */
  danger?: boolean;
  className?: string;
};

/** Submits a form; without JavaScript, or before hydration, the form is posted to the page's action. */
export function SubmitButton({
  label,
  busyLabel,
  busy,
  disabled = false,
  danger = false,
  className = "",
}: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      look={danger ? "outline" : "primary"}
      danger={danger}
      className={className}
      disabled={busy || disabled}
    >
      {busy && <Spinner />}
      {busy ? busyLabel : label}
    </Button>
  );
}
