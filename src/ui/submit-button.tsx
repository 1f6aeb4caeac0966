import { Button } from "./button.tsx";
import { useHydrated } from "./use-hydrated.ts";
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

/**
 * Sends a form. Until the page's script runs it waits, so that a press is not lost to a page that loads again; where no
 * script runs, another in its place sends the form to the page's action.
 */
export function SubmitButton({
  label,
  busyLabel,
  busy,
  disabled = false,
  className = "",
}: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <>
      <Button
        type="submit"
        look="primary"
        className={`needs-script ${className}`}
        disabled={busy || disabled || !hydrated}
      >
        {busy && <Spinner />}
        {busy ? busyLabel : label}
      </Button>
      <noscript>
        <Button type="submit" look="primary" className={className}>
          {label}
        </Button>
      </noscript>
    </>
  );
}
