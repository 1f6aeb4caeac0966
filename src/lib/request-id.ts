import { randomUUID } from "node:crypto";

/** The caller's id when a trusted proxy sent a harmless one, else a new UUID. */
export function requestIdOf(inbound: string | string[] | undefined, trustProxy: boolean): string {
  if (trustProxy && typeof inbound === "string" && /^[\w-]{8,64}$/.test(inbound)) return inbound;
  return randomUUID();
}
