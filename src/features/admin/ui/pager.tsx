import { Link } from "react-router";

/** The way through a list by its cursors; nothing where there is only one page. */
export function Pager({ first, next }: { first: string | null; next: string | null }) {
  if (first === null && next === null) return null;
  return (
    <nav className="mt-4 flex gap-2" aria-label="Pages">
      {first !== null && (
        <Link className="b b-soft b-sm" to={first}>
          First page
        </Link>
      )}
      {next !== null && (
        <Link className="b b-soft b-sm" to={next}>
          Next page
        </Link>
      )}
    </nav>
  );
}
