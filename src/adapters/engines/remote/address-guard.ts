import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** True for an address out in the world: no loopback, private, link-local, mapped, NAT64 or reserved one. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === "unicast";
}

/**
 * A resolver that answers only public addresses, so that what is checked is what is connected to.
 * Result addresses come from a service's answer and must not lead into our own network.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, "", 0);
      return;
    }
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    if (allowed.length === 0) {
      const refusal: NodeJS.ErrnoException = new Error(`${hostname} is not a public address`);
      refusal.code = "EADDRNOTPUBLIC";
      callback(refusal, "", 0);
      return;
    }
    if (options.all === true) callback(null, allowed);
    else callback(null, allowed[0].address, allowed[0].family);
  });
};
