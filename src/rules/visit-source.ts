const hostname = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]{2,63}$/;

/**
 * The host that a visit comes from, without "www."; an empty text for a visit without a link of another site.
 * @param referrer the header of the request
 * @param own hosts of the site itself
 */
export function visitSource(referrer: string | null, own: readonly string[]): string {
  if (referrer === null || !URL.canParse(referrer)) return "";
  const { protocol, hostname: host, host: withPort } = new URL(referrer);
  if (protocol !== "https:" && protocol !== "http:") return "";
  if (own.includes(withPort) || own.includes(host)) return "";
  const plain = host.toLowerCase().replace(/^www\./, "");
  return hostname.test(plain) ? plain : "";
}
