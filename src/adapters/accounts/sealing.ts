import { createHmac, hkdfSync } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Sealing } from "./port.ts";

/** A key of its own for each use, derived from AUTH_SECRET. */
export const keyFor = (secret: string, use: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", `echoform ${use}`, 32)).toString("hex");

/** Encrypts texts for the database, so that a reader of the database alone can do nothing with them. */
export function createSealing(secret: string, use: string): Sealing {
  const key = keyFor(secret, use);
  return {
    seal: (text) => symmetricEncrypt({ key, data: text }),
    unseal: (sealed) => symmetricDecrypt({ key, data: sealed }),
    canRead: (sealed) =>
      symmetricDecrypt({ key, data: sealed }).then(
        () => true,
        () => false,
      ),
  };
}

/** Ids of members for services of other people: nobody without AUTH_SECRET can tell whose an id is. */
export function createStrangerIds(secret: string): (userId: string) => string {
  const key = keyFor(secret, "ids for services");
  return (userId) => createHmac("sha256", key).update(userId).digest("base64url");
}
