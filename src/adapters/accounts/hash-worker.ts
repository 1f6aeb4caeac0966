/** A thread that hashes passwords in the form of Better Auth, "salt:key" in hex, so that its own hashes stay good. */
import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import type { HashAnswer, HashJob } from "./hashing.ts";

const blockSize = 16;
const keyBytes = 64;

function keyOf(password: string, salt: string, cost: number): Buffer {
  const maxmem = 128 * cost * blockSize * 2;
  const settings = { N: cost, r: blockSize, p: 1, maxmem };
  return scryptSync(password.normalize("NFKC"), salt, keyBytes, settings);
}

yieldToRequests();
servePool<HashJob, HashAnswer>(({ password, hash, cost }) => {
  if (hash === undefined) {
    const salt = randomBytes(16).toString("hex");
    return `${salt}:${keyOf(password, salt, cost).toString("hex")}`;
  }
  const [salt = "", key = ""] = hash.split(":");
  const stored = Buffer.from(key, "hex");
  if (salt === "" || stored.length !== keyBytes)
    throw new Error("The stored hash has an unknown format");
  return timingSafeEqual(keyOf(password, salt, cost), stored);
});
