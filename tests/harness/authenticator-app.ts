import { createHmac } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32.replaceAll(/[\s=]/g, ""))
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows (RFC 6238), written without the library that the program uses. */
export function appCode(secret: string, stepsFromNow = 0, atMs = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / stepMs) + stepsFromNow));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
