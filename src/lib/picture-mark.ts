/** What a watermark says: 48 bits that lead to a picture and 16 that show who wrote them. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Bytes of a payload. */
const payloadBytes = 8;
const idBytes = 6;

const digest = (key: Uint8Array, what: string, content: string | Uint8Array): Buffer =>
  createHmac("sha256", key).update(`${what} `).update(content).digest();

const checkOf = (key: Uint8Array, id: Uint8Array): Buffer =>
  digest(key, "check", id).subarray(0, payloadBytes - idBytes);

/** The payload of a picture: nobody without the key can make one or tell which picture it belongs to. */
export function payloadOf(key: Uint8Array, pictureId: string): Buffer {
  const id = digest(key, "picture", pictureId.toLowerCase()).subarray(0, idBytes);
  return Buffer.concat([id, checkOf(key, id)]);
}

/** Whether a payload was made with this key. */
export function isGenuine(key: Uint8Array, payload: Uint8Array): boolean {
  return timingSafeEqual(checkOf(key, payload.subarray(0, idBytes)), payload.subarray(idBytes));
}
