const studio = "/dashboard/studio/remix";
const threads = "/dashboard/work/threads";
const castLog = "/dashboard/work/cast-log";
const styleKits = "/dashboard/studio/style-kits";

/** The addresses of earlier versions and where each leads now. See docs/product.md 2.2. */
export const oldAddresses: Readonly<Record<string, string>> = {
  "/dashboard/generate/create": studio,
  "/dashboard/generate/edit": studio,
  "/generate": studio,
  "/create": studio,
  "/edit": studio,
  "/dashboard/generate/edit-projects": threads,
  "/edit-projects": threads,
  "/dashboard/generate/history": castLog,
  "/history": castLog,
  "/dashboard/generate/visual-styles": styleKits,
  "/visual-styles": styleKits,
};

/**
 * Where an old address leads, its query kept; null for every other address.
 * @param path in any spelling that the router takes for the same page
 * @param search with its question mark, or empty
 */
export function newAddressOf(path: string, search: string): string | null {
  const plain = path.toLowerCase().replace(/(.)\/+$/, "$1");
  const target = Object.hasOwn(oldAddresses, plain) ? oldAddresses[plain] : undefined;
  return target === undefined ? null : target + search;
}
