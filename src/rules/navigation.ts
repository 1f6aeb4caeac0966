/**
 * Whether a navigation entry is the current page: by path prefix of whole segments, or exactly.
 * See docs/product.md 2.3.
 */
export function isActivePath(pathname: string, to: string, exact = false): boolean {
  const path = pathname.replace(/(.)\/+$/, "$1").toLowerCase();
  return path === to || (!exact && path.startsWith(`${to}/`));
}
