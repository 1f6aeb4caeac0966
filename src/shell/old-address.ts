import { data, redirect, type LoaderFunctionArgs } from "react-router";
import { newAddressOf } from "../rules/old-addresses.ts";

/** How long a browser may remember where an old address leads, in seconds. */
const remembered = 86_400;

/**
 * An address of an earlier version: 301 to where its page is now, the query kept (Specification, section 2; decision 020).
 */
export function loader({ url }: LoaderFunctionArgs) {
  const target = newAddressOf(url.pathname, url.search);
  if (target === null) throw data(null, { status: 404 });
  return redirect(target, {
    status: 301,
    headers: { "Cache-Control": `public, max-age=${remembered}` },
  });
}
