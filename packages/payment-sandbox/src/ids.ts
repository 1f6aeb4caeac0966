import { randomBytes } from "node:crypto";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Letters and digits that nobody can guess; 24 of them carry 142 bits. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    // Bytes from 248 on are dropped, so that each letter is as likely as any other.
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += letters[byte % 62];
    }
  }
  return text;
}

/** A new id with the prefix that Stripe gives objects of this kind, e.g. pi_. */
export const newId = (prefix: string, length = 24) => `${prefix}_${randomText(length)}`;
