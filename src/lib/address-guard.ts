import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { buildConnector } from "undici";
import { openLazily } from "./lazy.ts";

/** Error code for an address that is not public. */
export const notPublic = "EADDRNOTPUBLIC";

/** True for a public address: no loopback, private, link-local, mapped, NAT64 or reserved one. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === "unicast";
}

/** Error code for an address that is not of this machine or a private network. */
export const notPrivate = "EADDRNOTPRIVATE";

const privateRanges = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"]);

/** True for an address of this machine or of a private network; those that only a link has, as metadata services do, are none. */
export function isPrivateAddress(address: string): boolean {
  return ipaddr.isValid(address) && privateRanges.has(ipaddr.parse(address).range());
}

type Guard = { allows: (address: string) => boolean; code: string; what: string };

const toPublic: Guard = { allows: isPublicAddress, code: notPublic, what: "a public address" };
const toPrivate: Guard = {
  allows: isPrivateAddress,
  code: notPrivate,
  what: "an address of this machine or a private network",
};

function refusal(hostname: string, { code, what }: Guard): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(`${hostname} is not ${what}`);
  error.code = code;
  return error;
}

/** A resolver that returns only allowed addresses, so that the checked address is the one connected to. */
function guardedLookup(guard: Guard): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, "", 0);
        return;
      }
      const allowed = addresses.filter(({ address }) => guard.allows(address));
      if (allowed.length === 0) callback(refusal(hostname, guard), "", 0);
      else if (options.all === true) callback(null, allowed);
      else callback(null, allowed[0].address, allowed[0].family);
    });
  };
}

/** A name is checked when it is resolved; an IP literal is never resolved, so it is checked here. */
function guardedConnector(guard: Guard, timeout: number): buildConnector.connector {
  // Undici is loaded by the first call of whoever connects.
  const connector = openLazily(async () => {
    const undici = await import("undici");
    return undici.buildConnector({ timeout, lookup: guardedLookup(guard) });
  });

  async function connectTo(...[target, callback]: Parameters<buildConnector.connector>) {
    let connect: buildConnector.connector;
    try {
      connect = await connector.get();
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connect(target, callback);
  }

  return (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(host) !== 0 && !guard.allows(host)) callback(refusal(host, guard), null);
    else void connectTo(target, callback);
  };
}

/**
 * Connects to public addresses only: what a service's response or a member's browser names must not lead into our own
 * network.
 * @param timeout milliseconds
 */
export const publicConnector = (timeout: number): buildConnector.connector =>
  guardedConnector(toPublic, timeout);

/**
 * Connects to this machine and private networks only: what goes there unencrypted passes no network of others.
 * @param timeout milliseconds
 */
export const privateConnector = (timeout: number): buildConnector.connector =>
  guardedConnector(toPrivate, timeout);
