const longestName = 200;

/** Parses text as a web URL, with or without its scheme; null for a path or a bare name. */
function webAddress(text: string): URL | null {
  const found = URL.canParse(text) ? new URL(text) : null;
  if (found?.protocol === "https:" || found?.protocol === "http:") return found;
  // "example.org/i/x" and "localhost:3000/i/x" start with a host.
  const [first] = text.split("/", 1);
  const isHost = text.includes("/") && /[.:]/.test(first);
  return isHost && URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : null;
}

/**
 * The name of a picture (slug, filename or id) in text that was typed, pasted or dropped: a URL of this site, a path or
 * the bare name. Null for another site's URL and for invalid text.
 * @param hosts hosts of this site, with their ports
 */
export function typedPictureName(typed: string, hosts: readonly string[]): string | null {
  const text = typed.trim();
  const address = webAddress(text);
  if (address !== null && !hosts.includes(address.host)) return null;
  const path = address?.pathname ?? text.replace(/[?#].*$/s, "");
  const segment = path.split("/").findLast((part) => part !== "") ?? "";
  if (segment === "" || segment.length > longestName) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
