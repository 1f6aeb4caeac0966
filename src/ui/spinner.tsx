import "./spinner.css";

type SpinnerProps = {
  /** Accessible label, if no text beside it says what is loading. */
  label?: string;
  className?: string;
};

/** A loading indicator. */
export function Spinner({ label, className }: SpinnerProps) {
  const classes = className ? `spinner ${className}` : "spinner";
  return label === undefined ? (
    <span className={classes} />
  ) : (
    <output className={classes} aria-label={label} />
  );
}
