import type { ReactNode } from "react";
import "./table.css";

type TableProps = {
  /** Accessible label of the scrollable region. */
  label: string;
  /** Rows are 44 instead of 56 pixels high. */
  low?: boolean;
  /** On small screens the cells of a row are stacked. */
  stack?: boolean;
  children: ReactNode;
};

/** A table that fills its container and scrolls when it is wider. */
export function Table({ label, low = false, stack = false, children }: TableProps) {
  const classes = ["data-table", low && "data-table-low", stack && "data-table-stack"];
  return (
    // A wide table scrolls, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className="data-table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table className={classes.filter(Boolean).join(" ")}>{children}</table>
    </div>
  );
}
