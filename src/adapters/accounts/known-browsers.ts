import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookieNamed } from "./session-cookie.ts";

/** Most accounts that one browser is known for; the oldest is dropped. */
const most = 3;
const year = 365 * 24 * 3600;

/**
 * A signed cookie with the accounts that a browser has signed in to before. It grants no access: it only tells the
 * browser apart from unknown ones that guess passwords of the same account. A mark is a random id and the proof that we
 * issued it for the account; it does not reveal the address.
 */
export function createKnownBrowsers(name: string, secret: string, https: boolean) {
  const proofOf = (id: string, email: string) =>
    createHmac("sha256", secret).update(`known-browser:${id}:${email.toLowerCase()}`).digest();
  const marksIn = (headers: Headers) =>
    (cookieNamed(headers.get("cookie") ?? "", name) ?? "")
      .split("~")
      .filter((mark) => /^[\w-]{22}\.[\w-]{43}$/.test(mark));

  function isFor(mark: string, email: string): boolean {
    const [id = "", proof = ""] = mark.split(".");
    return timingSafeEqual(Buffer.from(proof, "base64url"), proofOf(id, email));
  }

  return {
    /** The browser's id where it is known for the account, or null. */
    idFor(headers: Headers, email: string): string | null {
      const mark = marksIn(headers).find((one) => isFor(one, email));
      return mark?.split(".")[0] ?? null;
    },
    /** The Set-Cookie header that adds the account to those the browser is known for. */
    cookieFor(headers: Headers, email: string): string {
      const known = marksIn(headers);
      const own = known.find((mark) => isFor(mark, email));
      const id = randomBytes(16).toString("base64url");
      const mark = own ?? `${id}.${proofOf(id, email).toString("base64url")}`;
      const marks = [mark, ...known.filter((one) => one !== mark)].slice(0, most);
      const secure = https ? "; Secure" : "";
      return `${name}=${marks.join("~")}; Max-Age=${year}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}
