import { newAddressOf } from "#app/rules/old-addresses.ts";

/** How long a browser may remember where an old address leads, in seconds. */
const remembered = 86_400;

/**
 * The answer at an address of an earlier version: 301 to where its page is now, the query kept; null at every other one
 * (docs/product.md 2.2; decision 020). It stands before the pages, for each route of theirs weighs in every first
 * page.
 */
export function movedPage(request: Request): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const { pathname, search } = new URL(request.url);
  const location = newAddressOf(pathname, search);
  if (location === null) return null;
  const headers = { location, "cache-control": `public, max-age=${remembered}` };
  return new Response(null, { status: 301, headers });
}
