import "./spinner.css";

type SpinnerProps = {
  /** What is waited for, where no words beside it say so. */
  label?: string;
  className?: string;
};

/** The sign that something is on its way. */
export function Spinner({ label, className }: SpinnerProps) {
  const classes = className ? `spinner ${className}` : "spinner";
  return label === undefined ? (
    <span className={classes} />
  ) : (
    <output className={classes} aria-label={label} />
  );
}
