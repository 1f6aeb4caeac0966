/** A thread that hashes passwords in the form of Better Auth, "salt:key" in hex, so that its own hashes stay good. */
import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import type { HashAnswer, HashJob } from "./hashing.ts";

const cost = { N: 16_384, r: 16, p: 1 };
const keyBytes = 64;

function keyOf(password: string, salt: string): Buffer {
  const maxmem = 128 * cost.N * cost.r * 2;
  return scryptSync(password.normalize("NFKC"), salt, keyBytes, { ...cost, maxmem });
}

yieldToRequests();
servePool<HashJob, HashAnswer>(({ password, hash }) => {
  if (hash === undefined) {
    const salt = randomBytes(16).toString("hex");
    return `${salt}:${keyOf(password, salt).toString("hex")}`;
  }
  const [salt = "", key = ""] = hash.split(":");
  const stored = Buffer.from(key, "hex");
  if (salt === "" || stored.length !== keyBytes)
    throw new Error("The stored hash has an unknown format");
  return timingSafeEqual(keyOf(password, salt), stored);
});
