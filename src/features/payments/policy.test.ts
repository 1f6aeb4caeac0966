import { expect, test } from "vitest";
import { canBuy, isLocalSite } from "./policy.ts";

test.each([
  ["http://localhost:3000", true],
  ["http://127.0.0.1:3000", true],
  ["http://[::1]:3000", true],
  ["http://192.168.1.20", true],
  ["http://10.1.2.3:3000", true],
  ["http://[fd00::1]", true],
  ["http://studio.local", true],
  ["http://studio:3000", true],
  ["https://echoform.example", false],
  ["https://local.example.org", false],
  ["http://93.184.216.34", false],
  ["http://[2606:2800:220:1::1]", false],
])("%s is a local site: %s", (siteUrl, local) => {
  expect(isLocalSite(siteUrl)).toBe(local);
});

const member = { role: "member", userId: "a" } as const;
const admin = { role: "admin", userId: "b" } as const;

test("CR-06 on a public site the sandbox sells to admins alone, and Stripe to everybody", () => {
  const siteUrl = "https://echoform.example";
  expect(canBuy(member, { mode: "sandbox", siteUrl })).toBe(false);
  expect(canBuy(admin, { mode: "sandbox", siteUrl })).toBe(true);
  expect(canBuy(member, { mode: "live", siteUrl })).toBe(true);
  expect(canBuy(member, { mode: "sandbox", siteUrl: "http://localhost:3000" })).toBe(true);
});
