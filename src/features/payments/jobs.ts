import { repeat } from "#app/lib/repeat.ts";
import type { Services } from "#app/services.ts";
import { endSubscriptions } from "./commands.ts";
import { claimEvent, eventChannel, keepEvent, processEvent } from "./commands/events.ts";

export { replayEvent } from "./commands/events.ts";

type Needs = Pick<Services, "db" | "live" | "log" | "payments">;

/** Events that one process works on at a time: most of the time each waits for the provider. */
const atOnce = 4;
/** Looked for by itself: tries that are due again, and announcements that were lost. */
const lookMs = 1_000;

/** Works on one event that is due. @returns whether there was one */
export async function workOnEvent(services: Omit<Needs, "live">): Promise<boolean> {
  const event = await claimEvent(services.db);
  if (event === null) return false;
  const { state, lastError } = await processEvent(services, event);
  const about = { eventId: event.id, attempt: event.attempts, reason: lastError };
  if (state === "failed") services.log.error(about, "payment event failed");
  if (state === "received") services.log.warn(about, "payment event is tried again later");
  return true;
}

/** Works on the events that the receiver keeps, at once where one is announced. Runs until stopped. */
export function startPayments(services: Needs): { stop(): Promise<void> } {
  const { live, log } = services;
  const round = async () => ({ again: await workOnEvent(services) });
  const failed = (error: unknown) => log.warn({ err: error }, "cannot work on payment events");
  const lanes = Array.from({ length: atOnce }, () => repeat(lookMs, round, failed));
  const wake = () => {
    for (const lane of lanes) lane.wake();
  };
  const stops = [live.on(eventChannel, wake), live.onReconnect(wake)];
  return {
    async stop() {
      for (const stop of stops) stop();
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** How far back events are looked for that never arrived. */
const lookBackMs = 24 * 3_600_000;

/**
 * Keeps the provider's events of the last day that never arrived here, as after an outage longer than it tries again.
 * @returns how many were missing
 */
export async function fetchMissedEvents(
  services: Pick<Services, "db" | "payments">,
  signal?: AbortSignal,
): Promise<number> {
  let missing = 0;
  const since = new Date(Date.now() - lookBackMs);
  for await (const event of services.payments.eventsSince(since)) {
    signal?.throwIfAborted();
    if (await keepEvent(services, event)) missing += 1;
  }
  return missing;
}

/**
 * Ends the plans of members who were banned, closed their account or wait for its deletion: nobody pays for what they cannot use. Credits stay.
 * @returns how many members had one
 */
export async function endPlansOfClosedAccounts(
  services: Pick<Services, "db" | "env" | "log" | "payments">,
): Promise<number> {
  const rows = await services.db
    .selectFrom("subscriptions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select("s.user_id")
    .distinct()
    .where("s.mode", "=", services.payments.mode)
    .where("s.state", "in", ["active", "trialing", "past_due", "unpaid", "incomplete"])
    .where((eb) =>
      eb.or([eb("u.ban_kind", "in", ["ban", "closure"]), eb("u.delete_after", "is not", null)]),
    )
    .limit(100)
    .execute();
  for (const { user_id } of rows) {
    try {
      await endSubscriptions(services, user_id);
    } catch (error) {
      // The others are ended all the same; this one is tried again at the next time.
      services.log.error(
        { err: error, userId: user_id },
        "cannot end the plan of a closed account",
      );
    }
  }
  return rows.length;
}
