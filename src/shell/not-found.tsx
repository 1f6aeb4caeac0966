import { data } from "react-router";

/** Any URL without a page; status 404. See docs/product.md 2.1. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
