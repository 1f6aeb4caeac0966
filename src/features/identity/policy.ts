/** Once, while the row allows it. */
export function canChangeUsername(profile: { can_change_username: boolean }): boolean {
  return profile.can_change_username;
}

/**
 * The site as authenticators know it: the host of SERVER_URL. Null where browsers allow no passkeys: at an IP address,
 * and without https anywhere but on localhost.
 */
export function relyingParty(serverUrl: string): { id: string; origin: string } | null {
  const { hostname, origin, protocol } = new URL(serverUrl);
  const isAddress = /^[\d.]+$|:/.test(hostname);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return isAddress || (protocol !== "https:" && !isLocal) ? null : { id: hostname, origin };
}
