import { setTimeout as sleep } from "node:timers/promises";
import { t } from "#app/language/message.ts";
import { openEntryCache } from "#app/lib/entry-cache.ts";
import { isAppError, AppError } from "#app/lib/errors.ts";
import { createLanes, type LanesOptions } from "#app/lib/lanes.ts";
import type { Limits } from "#app/lib/rate-limit.ts";

export type GuestPage = {
  /** The client, as limits count. */
  client: string;
  pathname: string;
  /** No page can exist, whatever the database holds. */
  leadsNowhere: boolean;
  /** Only the database knows whether the page exists. */
  isLookup: () => boolean;
};

export type PageGuard = {
  /**
   * Renders a guest's page when its turn comes.
   * @throws AppError not-found instead of a page known to be missing, rate-limited for a client that asked for many
   *   such pages and now for one that may be missing too, unavailable when too many requests are waiting
   */
  render(page: GuestPage, work: () => Promise<Response>): Promise<Response>;
};

/** Pages that were served lately go first: a crowd that tries addresses is in a lane of its own. */
type Lane = "known" | "unknown";

const usual: LanesOptions<Lane> = {
  wide: 2,
  queues: { known: 100, unknown: 100 },
  waitMs: 5_000,
  // A page takes some 20 ms of CPU time; one that takes this long waits for the database.
  holdMs: 100,
  detail: () => t`Too many pages are being looked at`,
};
/** After a missing page its slot stays empty for so many times as long as it took: missing pages never take all of the processor. */
const restsAfterMiss = 2;
/** Most cached paths, and for how long. */
const remembered = { paths: 10_000, ttl: 10_000 };
const clients = 20_000;

/**
 * Keeps guests from slowing members down: few of their pages are rendered at a time, and missing ones are rendered
 * per client a limited number of times, then answered without rendering.
 * @param options of the lanes, to override production's
 */
export function createPageGuard(
  limits: Pick<Limits, "take">,
  options: Partial<LanesOptions<Lane>> = {},
): PageGuard {
  const lanes = createLanes({ ...usual, ...options });
  /** Whether the page existed recently. */
  const known = openEntryCache<boolean>(remembered.paths, { ttl: remembered.ttl });
  /** Clients over the limit of missing pages, and until when. */
  const spent = openEntryCache<number>(clients);

  async function countMiss(client: string): Promise<void> {
    try {
      await limits.take("page-misses", client);
    } catch (error) {
      if (!isAppError(error)) throw error;
      spent.set(client, performance.now() + (error.info.retryAfterSeconds ?? 1) * 1000);
    }
  }

  /** Renders a page when its turn comes. The answer does not wait for the rest of its slot. */
  function inTurn(lane: Lane, client: string, work: () => Promise<Response>): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const rendered = async () => {
      const from = performance.now();
      const answer = await work();
      const took = performance.now() - from;
      resolve(answer);
      if (answer.status === 404) await sleep(took * restsAfterMiss, undefined, { ref: false });
    };
    lanes.run({ lane, client }, rendered).catch(reject);
    return promise;
  }

  return {
    async render({ client, pathname, leadsNowhere, isLookup }, work) {
      const seen = known.get(pathname);
      const wait = (spent.get(client) ?? 0) - performance.now();
      if (leadsNowhere && (wait > 0 || lanes.isFull("unknown"))) throw new AppError("not-found");
      if (wait > 0 && seen === false) throw new AppError("not-found");
      if (wait > 0 && seen === undefined && isLookup()) {
        throw new AppError("rate-limited", { retryAfterSeconds: wait / 1000 });
      }
      const answer = await inTurn(seen === true ? "known" : "unknown", client, work);
      if (answer.status === 404) {
        if (!leadsNowhere) known.set(pathname, false);
        await countMiss(client);
      } else if (answer.ok) known.set(pathname, true);
      return answer;
    },
  };
}
