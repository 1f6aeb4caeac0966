import { expect, test } from "vitest";
import { clientIp, limitKey, logPrefix } from "./client-ip.ts";

test.each([
  ["203.0.113.9", undefined, false, "203.0.113.9"],
  ["::ffff:203.0.113.9", undefined, false, "203.0.113.9"],
  ["203.0.113.9", "198.51.100.1", false, "203.0.113.9"],
  ["127.0.0.1", "198.51.100.1", true, "198.51.100.1"],
  ["127.0.0.1", "10.0.0.1, spoofed, 198.51.100.1", true, "198.51.100.1"],
  ["127.0.0.1", "198.51.100.1, not an address", true, "unknown"],
  ["127.0.0.1", undefined, true, "127.0.0.1"],
  ["fe80::1%eth0", undefined, false, "fe80::1"],
  [undefined, undefined, false, "unknown"],
])("socket %s with X-Forwarded-For %s, trusted %s, is %s", (socket, forwarded, trust, ip) => {
  expect(clientIp(socket, forwarded, trust)).toBe(ip);
});

test.each([
  ["203.0.113.9", "203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64", "0:0:0:0::/64"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2::/64", "2001:db8:1:2::/64"],
  ["unknown", "unknown", "unknown"],
])("%s is limited as %s and logged as %s", (ip, limit, log) => {
  expect(limitKey(ip)).toBe(limit);
  expect(logPrefix(ip)).toBe(log);
});
