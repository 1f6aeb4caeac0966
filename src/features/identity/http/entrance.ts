import { t } from "#app/language/message.ts";
import type { Env } from "#app/env.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { createLanes, type Lanes } from "#app/lib/lanes.ts";
import type { AuthContext } from "./forward.ts";

/** Lanes: browsers known for the account or signed in, unknown browsers, and unknown browsers that were slowed down. */
type Lane = "known" | "stranger" | "slowed";
export type Entrance = Lanes<Lane>;

/**
 * The gate for all sign-in requests, before the first query: pages keep their connections to the database, and
 * requests that cannot be served wait a little and are then refused.
 */
export function createEntrance({ DATABASE_POOL: pool }: Pick<Env, "DATABASE_POOL">): Entrance {
  return createLanes({
    // A sign-up takes two connections.
    wide: Math.max(1, Math.min(3, Math.floor(pool / 4))),
    queues: { known: 100, stranger: 1_000, slowed: 100 },
    perClient: 25,
    waitMs: 5_000,
    detail: () => t`Too many people are signing in right now`,
  });
}

/** Runs `work` in the lane of unknown browsers. */
export function asStranger<T>(entrance: Entrance, c: AuthContext, work: () => Promise<T>) {
  return entrance.run({ lane: "stranger", client: limitKey(c.get("ip")) }, work);
}
