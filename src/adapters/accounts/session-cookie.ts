import { createHmac, timingSafeEqual } from "node:crypto";

/** The value of a cookie as it was sent, or null. */
export function cookieNamed(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/**
 * The session's token in the cookie that Better Auth signed (`token.signature`, HMAC-SHA256), or null when there is
 * none or the signature is not ours. The library's own look-up costs six times as much, on every request.
 */
export function sessionToken(headers: Headers, name: string, secret: string): string | null {
  const raw = cookieNamed(headers.get("cookie") ?? "", name);
  if (raw === null) return null;
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch {
    return null;
  }
  const dot = value.lastIndexOf(".");
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64");
  const wanted = createHmac("sha256", secret).update(token).digest();
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? token : null;
}
