import type { Env } from "#app/env.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { createLanes, type Lanes } from "#app/lib/lanes.ts";
import type { AuthContext } from "./forward.ts";

/** Browsers known for the account or signed in, strangers, and strangers whose try was slowed down. */
type Lane = "known" | "stranger" | "slowed";
export type Entrance = Lanes<Lane>;

/**
 * What everybody passes who wants to sign in, before the first query: pages keep their connections to the database, and
 * whoever cannot be served waits a little and is then refused.
 */
export function createEntrance({ DATABASE_POOL: pool }: Pick<Env, "DATABASE_POOL">): Entrance {
  return createLanes({
    // A sign-up takes two connections.
    wide: Math.max(1, Math.min(3, Math.floor(pool / 4))),
    queues: { known: 100, stranger: 1_000, slowed: 100 },
    perClient: 25,
    waitMs: 5_000,
    detail: "Too many people are signing in right now",
  });
}

/** Runs `work` in the turn of a client of whom nothing is known. */
export function asStranger<T>(entrance: Entrance, c: AuthContext, work: () => Promise<T>) {
  return entrance.run({ lane: "stranger", client: limitKey(c.get("ip")) }, work);
}
