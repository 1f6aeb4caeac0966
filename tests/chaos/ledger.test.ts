import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { openAccount, signUpCredits, voidHold } from "#app/features/billing/commands.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import { brokenInvariants } from "#app/db/invariants.ts";
import { testDatabase, type TestDatabase } from "../harness/database.ts";
import { clientCount, operation, type Answer, type Operation } from "./ledger-operations.ts";

const processes = 4;
const operations = 10_000;
const perClient = operations / clientCount;
const kills = 20;
const childFile = new URL("./ledger-child.ts", import.meta.url).pathname;

type Closing = { state: string; settled: number };

/** The expected ledger, computed from the replies only, one operation at a time. */
function referenceModel(members: readonly string[]) {
  const available = new Map(members.map((id) => [id, signUpCredits]));
  const holds = new Map<string, { userId: string; amount: number }>();
  const closings = new Map<string, Closing>();
  const firsts = new Map<string, string>();
  const add = (userId: string, credits: number) =>
    available.set(userId, (available.get(userId) ?? 0) + credits);

  /** The reply to a key counts once; a later one with the same key must be equal. */
  function isFirst(op: Operation, answer: Answer): boolean {
    const said = JSON.stringify(answer);
    const before = firsts.get(op.idempotencyKey);
    if (before !== undefined && before !== said) throw new Error(`${before} became ${said}`);
    firsts.set(op.idempotencyKey, said);
    return before === undefined;
  }

  function closed(holdId: string, closing: Closing): void {
    const before = closings.get(holdId) ?? closing;
    expect(closing, `second answer for hold ${holdId}`).toEqual(before);
    closings.set(holdId, closing);
  }

  return {
    available,
    holds,
    closings,
    closed,
    hear(op: Operation, answer: Answer): void {
      if ("granted" in answer && isFirst(op, answer)) add(op.userId, answer.granted);
      if ("taken" in answer && isFirst(op, answer)) add(op.userId, -answer.taken);
      // A refused hold leaves no trace: the same key may succeed later.
      if ("ok" in answer && answer.ok && isFirst(op, answer)) {
        holds.set(op.holdId, { userId: op.userId, amount: op.amount });
        add(op.userId, -op.amount);
      }
      if ("state" in answer && answer.state !== "refused") closed(op.holdId, answer);
    },
  };
}

async function aMember({ db }: TestDatabase): Promise<string> {
  const id = uuidv7();
  const username = `c${id.replaceAll("-", "").slice(-20)}`;
  await db
    .insertInto("users")
    .values({ id, email: `${username}@example.org`, name: username, username })
    .execute();
  await openAccount(db, id);
  return id;
}

/** Runs all operations in processes that are killed again and again. @returns the kills. */
async function runWithKills(
  base: TestDatabase,
  seed: number,
  members: string[],
  hear: (op: Operation, answer: Answer) => void,
): Promise<number> {
  const heard = Array.from({ length: clientCount }, () => 0);
  let answered = 0;
  let killed = 0;
  const children: (ChildProcess | null)[] = Array.from({ length: processes }, () => null);

  /** Kills are spread over the first nine tenths, while every process has work. */
  function killWhenDue(): void {
    if (killed >= kills || answered < ((killed + 1) * operations * 0.9) / kills) return;
    const turns = children.map((_, slot) => children[(killed + slot) % processes]);
    if (turns.some((child) => child?.kill("SIGKILL"))) killed += 1;
  }

  async function life(slot: number): Promise<number | null> {
    const own = heard.flatMap((_, client) => (client % processes === slot ? [client] : []));
    const starts = own.map((client) => `${client}:${heard[client]}`);
    const child = spawn(
      process.execPath,
      [childFile, base.url, String(seed), members.join(","), String(perClient), ...starts],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    children[slot] = child;
    const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.endsWith("}")) continue;
      const { client, index, answer } = JSON.parse(line) as {
        client: number;
        index: number;
        answer: Answer;
      };
      expect(index).toBe(heard[client]);
      heard[client] += 1;
      answered += 1;
      hear(operation(seed, members, client, index), answer);
      killWhenDue();
    }
    return exited;
  }

  await Promise.all(
    children.map(async (_, slot) => {
      // A killed process has no exit code, and the next one goes on where it was heard last.
      while ((await life(slot)) === null);
    }),
  );
  expect(answered).toBe(operations);
  return killed;
}

/** CHAOS_SEED repeats one run; it is printed with the test's name. */
const seeds = process.env.CHAOS_SEED ? [Number(process.env.CHAOS_SEED)] : [7919, 15838, 23757];

test.each(seeds)(
  "CR-05 10,000 operations of 16 clients under 20 kills come to what the model says, seed %i",
  async (seed) => {
    const base = await testDatabase();
    const members = await Promise.all(Array.from({ length: 12 }, () => aMember(base)));
    const model = referenceModel(members);
    const during: unknown[] = [];
    const watch = setInterval(() => {
      brokenInvariants(base.pool).then(
        (broken) => during.push(...Object.entries(broken)),
        (error: unknown) => during.push(error),
      );
    }, 3_000);
    const killed = await runWithKills(base, seed, members, (op, answer) => model.hear(op, answer));
    clearInterval(watch);
    expect(killed).toBe(kills);
    expect(during).toEqual([]);

    const held = new Map(members.map((id) => [id, 0]));
    for (const userId of members) {
      const holdsOf = [...model.holds].filter(([, hold]) => hold.userId === userId);
      const closedInDb = await base.db
        .selectFrom("holds")
        .innerJoin("ledger_accounts", "ledger_accounts.id", "holds.account_id")
        .select(["holds.id", "state", "settled", "amount"])
        .where("user_id", "=", userId)
        .execute();
      // No hold is lost, and none exists that was not reported.
      expect(closedInDb.map((hold) => hold.id).toSorted()).toEqual(
        holdsOf.map(([id]) => id).toSorted(),
      );
      for (const hold of closedInDb) {
        if (hold.state === "open") held.set(userId, (held.get(userId) ?? 0) + hold.amount);
        else model.closed(hold.id, { state: hold.state, settled: hold.settled });
      }
      const back = holdsOf.reduce((sum, [id, hold]) => {
        const closing = model.closings.get(id);
        return sum + (closing ? hold.amount - closing.settled : 0);
      }, 0);
      expect(await balanceOf(base.db, userId)).toEqual({
        current: (model.available.get(userId) ?? 0) + back,
        held: held.get(userId),
      });
      // Every open hold can be refunded, and then nothing is held.
      for (const [id] of holdsOf) await base.db.transaction().execute((tx) => voidHold(tx, id));
      expect((await balanceOf(base.db, userId)).held).toBe(0);
    }
    expect(await brokenInvariants(base.pool)).toEqual({});
  },
);
