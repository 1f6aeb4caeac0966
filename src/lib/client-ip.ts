import { isIPv4, isIPv6 } from "node:net";

/** The first four groups of an IPv6 address, each of four digits or fewer, e.g. "2001:db8:0:1". */
function firstFourGroups(address: string): string {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** Without zone and without the IPv4-in-IPv6 form; "unknown" when it is no address. */
function plain(address: string | undefined): string {
  const bare = (address ?? "").trim().replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return isIPv4(mapped) || isIPv6(mapped) ? mapped : "unknown";
}

/**
 * The client's address. Only the socket counts; X-Forwarded-For is trusted when a trusted proxy
 * stands in front, and then only its last entry, the one that proxy wrote.
 */
export function clientIp(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  if (!trustProxy || forwardedFor === undefined) return plain(socketAddress);
  return plain(forwardedFor.split(",").at(-1));
}

/** The key of rate limits: an IPv4 address, or the /64 of an IPv6 subscriber. */
export function limitKey(ip: string): string {
  return isIPv6(ip) ? `${firstFourGroups(ip)}::/64` : ip;
}

/** The part that may be logged: the /24 or /64. */
export function logPrefix(ip: string): string {
  if (isIPv6(ip)) return limitKey(ip);
  return isIPv4(ip) ? `${ip.split(".").slice(0, 3).join(".")}.0/24` : ip;
}
