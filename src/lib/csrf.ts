import { t } from "#app/language/message.ts";
import { AppError } from "./errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}

/**
 * Refuses a state-changing request that a browser says comes from another site.
 * A browser always says so by Sec-Fetch-Site or Origin; a client that sends neither has no
 * ambient cookies to abuse. The site's own origin is SERVER_URL or the address the request came to.
 * @throws AppError forbidden
 */
export function refuseForeignOrigin(request: Request, serverUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw foreign();
  const source = request.headers.get("origin") ?? request.headers.get("referer");
  if (source === null) return;
  // An opaque origin is fine only where the browser itself vouches for the site.
  if (source === "null" && site === "same-origin") return;
  const origin = originOf(source);
  const host = request.headers.get("host");
  if (origin !== null && origin === originOf(serverUrl)) return;
  if (origin !== null && host !== null && new URL(origin).host === host.toLowerCase()) return;
  throw foreign();
}

function foreign(): AppError {
  return new AppError("forbidden", { detail: t`The request comes from another site` });
}
