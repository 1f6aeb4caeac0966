import { newAddressOf } from "#app/rules/old-addresses.ts";

/** How long a browser may cache a redirect, in seconds. */
const remembered = 86_400;

/**
 * The redirect of an address of an earlier version: 301 to its new address with the same query; null for every other
 * (docs/product.md 2.2; decision 020). It runs before the pages, because each route of theirs adds to every first
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
