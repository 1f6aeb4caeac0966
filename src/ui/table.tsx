import type { ReactNode } from "react";
import "./table.css";

type TableProps = {
  /** Rows of 44 pixels in place of 56. */
  low?: boolean;
  /** On small screens the cells of a row stand below one another. */
  stack?: boolean;
  children: ReactNode;
};

/** A table as wide as its place; what does not fit is scrolled to. */
export function Table({ low = false, stack = false, children }: TableProps) {
  const classes = ["data-table", low && "data-table-low", stack && "data-table-stack"];
  return (
    <div className="data-table-scroll">
      <table className={classes.filter(Boolean).join(" ")}>{children}</table>
    </div>
  );
}
