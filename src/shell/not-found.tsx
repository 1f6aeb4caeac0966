import { data } from "react-router";

/** Any address that no page has. See docs/product.md 2.1; status 404. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
