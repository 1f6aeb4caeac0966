import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

type SubmitButtonProps = {
  /** What it does. */
  label: string;
  /** What it says while it is done. */
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
  className?: string;
};

/** Sends a form; before the page's script runs, or without it, the form goes to the page's action as a whole page. */
export function SubmitButton({
  label,
  busyLabel,
  busy,
  disabled = false,
  className = "",
}: SubmitButtonProps) {
  return (
    <Button type="submit" look="primary" className={className} disabled={busy || disabled}>
      {busy && <Spinner />}
      {busy ? busyLabel : label}
    </Button>
  );
}
