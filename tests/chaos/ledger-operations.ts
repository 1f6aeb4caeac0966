import { v5 as uuidv5 } from "uuid";

const namespace = "5c1ab2f0-3d52-4d0e-9c3e-5a6f0f2f7b11";

export const clientCount = 16;

export type Operation = {
  kind: "grant" | "take" | "hold" | "settle" | "void" | "expire";
  userId: string;
  amount: number;
  idempotencyKey: string;
  /** Of the hold that is placed or closed. */
  holdId: string;
  /** A hold that has already expired when it is placed. */
  expires: boolean;
};

export type Answer =
  | { granted: number }
  | { taken: number }
  | { ok: boolean }
  | { swept: true }
  | { state: "settled" | "voided" | "expired"; settled: number }
  | { state: "refused" };

/** A stream of numbers from 0 to 1, the same for the same words. */
function stream(...words: number[]): () => number {
  let state = words.reduce((mixed, word) => Math.imul(mixed ^ (word + 0x9e3779b9), 0x85ebca6b), 1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const holdIdOf = (seed: number, client: number, index: number) =>
  uuidv5(`${seed}:${client}:${index}`, namespace);

/**
 * Operation `index` of a client. One in ten repeats an earlier one of the same client word for word, with its key;
 * closings name any hold that any client may have placed about then.
 */
export function operation(
  seed: number,
  members: readonly string[],
  client: number,
  index: number,
): Operation {
  const next = stream(seed, client, index);
  if (index > 0 && next() < 0.1) {
    return operation(seed, members, client, Math.floor(next() * index));
  }
  const draw = next();
  const userId = members[Math.floor(next() * members.length)];
  const amount = 1 + Math.floor(next() * 9);
  const idempotencyKey = `chaos:${seed}:${client}:${index}`;
  const base = { userId, amount, idempotencyKey, holdId: holdIdOf(seed, client, index) };
  if (draw < 0.2) return { ...base, kind: "grant", expires: false };
  if (draw < 0.25) return { ...base, kind: "take", expires: false };
  if (draw < 0.6) return { ...base, kind: "hold", expires: next() < 0.1 };
  if (draw < 0.62) return { ...base, kind: "expire", expires: false };
  const other = Math.floor(next() * clientCount);
  const near = Math.max(0, index - 1 - Math.floor(next() * 12));
  const holdId = holdIdOf(seed, other, near);
  return { ...base, holdId, kind: draw < 0.85 ? "settle" : "void", expires: false };
}
