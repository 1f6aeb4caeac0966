import { v7 as uuidv7 } from "uuid";
import { cancelCast, requestCast } from "#app/features/generation/commands.ts";
import { changeWaiting, pauseAll } from "#app/features/generation/commands/queue.ts";
import { castInput, type QueueChange } from "#app/features/generation/inputs.ts";
import { memberQueue } from "#app/features/generation/queries/queue.ts";
import type { Cast } from "#app/features/generation/queries.ts";
import type { Member } from "#app/lib/actor.ts";
import { isAppError } from "#app/lib/errors.ts";
import type { OpenServices } from "#app/open-services.ts";
import { castCost } from "#app/rules/credit-costs.ts";
import { idleFactorDefault } from "#app/rules/when-idle.ts";

/** What a cast is made by, and pays for. */
type Made = Pick<Cast, "prompt" | "count" | "quality" | "whenIdle">;

/** The price of a square from words, by the rule. */
export const priceOf = ({ count, quality, whenIdle }: Made): number =>
  castCost({
    mode: "text-to-image",
    quality: quality as "standard" | "high",
    aspect: "1:1",
    model: "quick-1",
    count,
    ...(whenIdle && { idleFactor: idleFactorDefault }),
  });

/** A member's casts as they were asked for, with every change that was accepted, by the version that it made. */
type Known = { first: Made; changes: Map<number, Partial<QueueChange>> };

type Tally = { changes: number; accepted: number; conflicts: number };

/** A member who casts and changes what waits at random. */
export function aQueuer(services: OpenServices, userId: string, next: () => number) {
  const actor: Member = { role: "member", userId };
  const casts = new Map<string, Known>();
  const tally: Tally = { changes: 0, accepted: 0, conflicts: 0 };
  const below = (count: number) => Math.floor(next() * count);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)];
  const words = () => `${oneOf(["plain", "long", "half"])} lake ${below(1_000_000)}`;

  async function cast(): Promise<void> {
    const first: Made = {
      prompt: words(),
      count: 1 + below(2),
      quality: "standard",
      whenIdle: next() < 0.2,
    };
    const input = castInput.parse(first);
    const { id } = await requestCast(services, actor, input, uuidv7());
    casts.set(id, { first, changes: new Map() });
  }

  /** A random change of one of these casts. */
  function aChange(items: readonly Cast[]): { of: Cast; to: Omit<QueueChange, "version"> } {
    const of = oneOf(items);
    const kinds: (() => Omit<QueueChange, "version">)[] = [
      () => ({ before: oneOf([null, ...items.map(({ id }) => id)]) }),
      () => ({ isPaused: !of.isPaused }),
      () => ({ whenIdle: !of.whenIdle }),
      () => ({ prompt: words() }),
      () => ({ count: 1 + below(3), quality: oneOf(["standard", "high"]) }),
      () => ({ prompt: words(), whenIdle: next() < 0.5, isPaused: false }),
    ];
    return { of, to: oneOf(kinds)() };
  }

  async function change(): Promise<void> {
    const { items } = await memberQueue(services.db, userId);
    if (items.length === 0) return cast();
    tally.changes += 1;
    const chance = next();
    if (chance < 0.06) {
      await pauseAll(services, actor, chance < 0.02);
      tally.accepted += 1;
      return;
    }
    if (chance < 0.12) {
      await cancelCast(services, actor, oneOf(items).id);
      tally.accepted += 1;
      return;
    }
    const { of, to } = aChange(items);
    try {
      await changeWaiting(services, actor, of.id, { version: of.version, ...to });
    } catch (error) {
      // A worker or another tab was faster.
      if (!isAppError(error) || error.code !== "conflict") throw error;
      tally.conflicts += 1;
      return;
    }
    tally.accepted += 1;
    const made = casts.get(of.id)?.changes;
    if (made?.has(of.version + 1)) throw new Error(`two changes made version ${of.version + 1}`);
    made?.set(of.version + 1, to);
  }

  return {
    userId,
    casts,
    tally,
    change,
    goOn: () => pauseAll(services, actor, false),
    /** Casts until some wait. */
    async fill(): Promise<void> {
      const { items } = await memberQueue(services.db, userId);
      for (let waiting = items.length; waiting < 8; waiting += 1) await cast();
    },
  };
}

export type Queuer = ReturnType<typeof aQueuer>;

/** How a cast should have been drawn: as first asked for, with all accepted changes in their order. */
export function wanted({ first, changes }: Known): Made {
  const made = { ...first };
  for (const [, change] of [...changes].toSorted(([a], [b]) => a - b)) {
    const { prompt = made.prompt, count = made.count } = change;
    const { quality = made.quality, whenIdle = made.whenIdle } = change;
    Object.assign(made, { prompt, count, quality, whenIdle });
  }
  return made;
}
