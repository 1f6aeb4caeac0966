import ipaddr from "ipaddr.js";
import type { PaymentMode } from "#app/adapters/payments/port.ts";
import type { Member } from "#app/lib/actor.ts";

const localName = /(?:^|\.)(?:localhost|local|internal|lan|home|test)$/;

/** Whether only people of the same machine or network can come to an address. */
export function isLocalSite(siteUrl: string): boolean {
  const host = new URL(siteUrl).hostname.replaceAll(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== "unicast";
  return localName.test(host) || !host.includes(".");
}

/** Whoever may buy; the sandbox's money is not real, so that on a public site only admins try it out. */
export function canBuy(actor: Member, site: { mode: PaymentMode; siteUrl: string }): boolean {
  return site.mode !== "sandbox" || actor.role === "admin" || isLocalSite(site.siteUrl);
}
