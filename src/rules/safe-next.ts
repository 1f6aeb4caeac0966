const home = "/dashboard";
const self = "https://self.invalid";

/**
 * Where to go after signing in (acceptance row RT-05): a path of this site, or the dashboard.
 * What counts is how a browser would resolve the address, for `/\evil`, `/<TAB>/evil` and `/..//evil` all
 * look like paths and leave the site, at once or at the next hop.
 */
export function safeNext(next: string | null | undefined): string {
  if (typeof next !== "string" || next.length > 2000) return home;
  // Browsers drop control characters and read a backslash as a slash.
  // eslint-disable-next-line no-control-regex
  if (!next.startsWith("/") || /[\u0000-\u001f\u007f\\]/.test(next)) return home;
  if (!URL.canParse(next, self)) return home;
  const url = new URL(next, self);
  if (url.origin !== self || url.pathname.startsWith("//")) return home;
  return `${url.pathname}${url.search}${url.hash}`;
}
