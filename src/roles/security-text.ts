import type { IncomingMessage, ServerResponse } from "node:http";
import type { Env } from "#app/env.ts";
import { paths } from "#app/paths.ts";

/** The address that RFC 9116 sets. */
export const securityTextPath = "/.well-known/security.txt";

/** How long a copy of the file is good. The RFC asks for less than a year. */
const daysGood = 180;
const dayMs = 24 * 60 * 60 * 1000;

type Settings = Pick<Env, "SECURITY_CONTACT" | "SERVER_URL">;

/**
 * Whom to tell of a security problem, after RFC 9116. It is made anew for each request, so that its end is always ahead
 * while the server runs; the text changes once a day.
 */
export function securityText({ SECURITY_CONTACT, SERVER_URL }: Settings, now: Date): string {
  const address = (path: string) => new URL(path, SERVER_URL).href;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const expires = new Date(today + daysGood * dayMs).toISOString();
  return [
    `Contact: ${SECURITY_CONTACT ?? address(paths.contact())}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${address(securityTextPath)}`,
    `Policy: ${address(paths.page("security"))}`,
    "",
  ].join("\n");
}

/** Answers a request for the file. @returns false for every other request */
export function sendSecurityText(
  req: IncomingMessage,
  res: ServerResponse,
  settings: Settings,
): boolean {
  if (req.url?.split("?", 1)[0] !== securityTextPath) return false;
  if (req.method !== "GET" && req.method !== "HEAD") return false;
  const body = securityText(settings, new Date());
  res.writeHead(200, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "public, max-age=86400",
  });
  res.end(req.method === "HEAD" ? undefined : body);
  return true;
}
