import type { ReactNode } from "react";
import "./table.css";

type TableProps = {
  /** What the rows are, for those who scroll by keyboard. */
  label: string;
  /** Rows of 44 pixels in place of 56. */
  low?: boolean;
  /** On small screens the cells of a row stand below one another. */
  stack?: boolean;
  children: ReactNode;
};

/** A table as wide as its place; what does not fit is scrolled to. */
export function Table({ label, low = false, stack = false, children }: TableProps) {
  const classes = ["data-table", low && "data-table-low", stack && "data-table-stack"];
  return (
    // A wide table scrolls, which the keyboard must be able to do.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className="data-table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table className={classes.filter(Boolean).join(" ")}>{children}</table>
    </div>
  );
}
