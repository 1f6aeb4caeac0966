import { cancelCast } from "#app/features/generation/commands.ts";
import { changeWaiting } from "#app/features/generation/commands/queue.ts";
import type { QueueChange } from "#app/features/generation/inputs.ts";
import { claimGeneration } from "#app/features/generation/jobs/claim.ts";
import { waitingIds } from "#app/features/generation/queries/queue.ts";
import type { AppError } from "#app/lib/errors.ts";
import { aCaster } from "./caster.ts";
import { quickEngine } from "./quick-engine.ts";
import { testServices } from "./services.ts";

type Caster = Awaited<ReturnType<typeof aCaster>>;

const claimant = { worker: "w", leaseSeconds: 30 };
const room = { local: true, limits: new Map<string, number>() };

/** The refusal of a change; null where it was accepted. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AppError) => ({ code: error.code, detail: error.info.detail }),
  );

/** Services with two engines and no worker: tests claim casts themselves. */
export async function openQueuing() {
  const engine = quickEngine();
  const plain = { ...quickEngine({}, { qualities: ["standard"] }), id: "plain" };
  const engines = new Map([engine, plain].map((one) => [one.id, one]));
  const services = await testServices({ engines });
  const orderOf = ({ id }: Caster) => waitingIds(services.db, id);
  return {
    services,
    orderOf,
    claim: () => claimGeneration(services.db, claimant, room),
    /** A member with so many waiting casts of one credit each. */
    async aQueue(count: number, credits = 40) {
      const member = await aCaster(services, credits);
      const ids: string[] = [];
      for (let n = 1; n <= count; n += 1) ids.push(await member.cast(`lake ${n}`));
      return { member, ids };
    },
    /** Changes a cast as somebody does who sees it as it is. */
    async change(member: Caster, id: string, to: Partial<QueueChange>): Promise<void> {
      const { version } = await member.see(id);
      await changeWaiting(services, member.actor, id, { version, ...to });
    },
    /** Ends what waits, so that the next test claims its own casts alone. */
    async clear(member: Caster): Promise<void> {
      for (const id of await orderOf(member)) await cancelCast(services, member.actor, id);
    },
    /** What was set aside for the member's casts, the oldest first. */
    holdsOf: ({ id }: Caster) =>
      services.db
        .selectFrom("holds as h")
        .innerJoin("ledger_accounts as a", "a.id", "h.account_id")
        .select(["h.amount", "h.state"])
        .where("a.user_id", "=", id)
        .orderBy("h.created_at")
        .orderBy("h.id")
        .execute(),
  };
}

export type Queuing = Awaited<ReturnType<typeof openQueuing>>;
