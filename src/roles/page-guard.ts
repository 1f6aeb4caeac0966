import { LRUCache } from "lru-cache";
import { t } from "#app/language/message.ts";
import { isAppError, AppError } from "#app/lib/errors.ts";
import { createGate, type GateOptions } from "#app/lib/gate.ts";
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

const usualGate: GateOptions = {
  wide: 2,
  queue: 100,
  waitMs: 5_000,
  // A page takes some 20 ms of CPU time; one that takes this long waits for the database.
  holdMs: 100,
  detail: () => t`Too many pages are being looked at`,
};
/** Most cached paths, and for how long. */
const remembered = { max: 10_000, ttl: 10_000 };
const clients = 20_000;

/**
 * Keeps guests from slowing members down: few of their pages are rendered at a time, and missing ones are rendered
 * per client a limited number of times, then answered without rendering.
 * @param options of the gate, to override production's
 */
export function createPageGuard(
  limits: Pick<Limits, "take">,
  options: Partial<GateOptions> = {},
): PageGuard {
  const gate = createGate({ ...usualGate, ...options });
  /** Whether the page existed recently. */
  const known = new LRUCache<string, boolean>(remembered);
  /** Clients over the limit of missing pages, and until when. */
  const spent = new LRUCache<string, number>({ max: clients });

  async function countMiss(client: string): Promise<void> {
    try {
      await limits.take("page-misses", client);
    } catch (error) {
      if (!isAppError(error)) throw error;
      spent.set(client, performance.now() + (error.info.retryAfterSeconds ?? 1) * 1000);
    }
  }

  return {
    async render({ client, pathname, leadsNowhere, isLookup }, work) {
      const seen = known.get(pathname);
      const wait = (spent.get(client) ?? 0) - performance.now();
      if (leadsNowhere && (wait > 0 || gate.isFull())) throw new AppError("not-found");
      if (wait > 0 && seen === false) throw new AppError("not-found");
      if (wait > 0 && seen === undefined && isLookup()) {
        throw new AppError("rate-limited", { retryAfterSeconds: wait / 1000 });
      }
      const answer = await gate.run(work);
      if (answer.status === 404) {
        if (!leadsNowhere) known.set(pathname, false);
        await countMiss(client);
      } else if (answer.ok) known.set(pathname, true);
      return answer;
    },
  };
}
