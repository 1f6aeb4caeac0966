import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";

/** Error code for an address that is not public. */
export const notPublic = "EADDRNOTPUBLIC";

/** True for a public address: no loopback, private, link-local, mapped, NAT64 or reserved one. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === "unicast";
}

function refusal(hostname: string): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(`${hostname} is not a public address`);
  error.code = notPublic;
  return error;
}

/** A resolver that returns only public addresses, so that the checked address is the one connected to. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, "", 0);
      return;
    }
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    if (allowed.length === 0) callback(refusal(hostname), "", 0);
    else if (options.all === true) callback(null, allowed);
    else callback(null, allowed[0].address, allowed[0].family);
  });
};

/**
 * Connects to public addresses only: what a service's response or a member's browser names must not lead into our own
 * network. A name is checked when it is resolved; an IP literal is never resolved, so it is checked here.
 * @param timeout milliseconds
 */
export function publicConnector(timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: publicLookup });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(host) !== 0 && !isPublicAddress(host)) callback(refusal(host), null);
    else connect(target, callback);
  };
}
