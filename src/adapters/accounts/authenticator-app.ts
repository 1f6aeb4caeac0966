import { createHmac, randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { constantTimeEqual } from "better-auth/crypto";
import type { AuthenticatorApps } from "./port.ts";
import { createSealing, keyFor } from "./sealing.ts";

/** A code is valid in its own time step and the ones beside it, for clocks that differ. */
const stepMs = 30_000;
/** RFC 4226: at least 128 bits, 160 recommended. */
const secretBytes = 20;

/**
 * Time-based codes (RFC 6238) by the library's functions. Secrets are encrypted and recovery codes hashed with keys that
 * are derived from AUTH_SECRET, so that a reader of the database alone can do nothing with them.
 */
export function createAuthenticatorApps(secret: string, issuer: string): AuthenticatorApps {
  const sealing = createSealing(secret, "authenticator apps");
  const hashing = keyFor(secret, "recovery codes");
  const sameBytes = (one: string, other: string) =>
    constantTimeEqual(new TextEncoder().encode(one), new TextEncoder().encode(other));

  return {
    async create(account) {
      const bytes = randomBytes(secretBytes);
      const text = base32.encode(bytes, { padding: false });
      return {
        text,
        uri: createOTP(bytes).url(issuer, account),
        sealed: await sealing.seal(text),
      };
    },
    canRead: (sealed) => sealing.canRead(sealed),
    async stepOf(sealed, code, atMs) {
      const text = await sealing.unseal(sealed);
      const otp = createOTP(base32.decode(text));
      const now = Math.floor(atMs / stepMs);
      let found: number | null = null;
      for (const step of [now - 1, now, now + 1]) {
        if (sameBytes(await otp.hotp(step), code)) found = step;
      }
      return found;
    },
    hashCode: (userId, code) =>
      createHmac("sha256", hashing).update(`${userId}:${code}`).digest("base64url"),
  };
}
