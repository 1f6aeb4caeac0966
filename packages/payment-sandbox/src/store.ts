import type { Pool, PoolClient } from "pg";
import { dueOf } from "./due.ts";
import { noSuch } from "./errors.ts";
import type { Kind, Kinds, StoredObject } from "./kinds.ts";

/** Names the lock under which everything changes; any number that nothing else uses. */
const changeLock = 7_301_442_020;

/** A change under way: the database, the present time of the sandbox, and who asked. */
export type Tx = {
  client: Pick<PoolClient, "query">;
  /** Seconds since 1970 by the sandbox's clock. */
  now: number;
  request: { id: string; key: string | null } | null;
};

export type Store = {
  pool: Pool;
  /** Runs one change at a time, in a transaction. */
  change: <T>(work: (tx: Tx) => Promise<T>, request?: Tx["request"]) => Promise<T>;
  /** Reads without a lock. */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
};

async function clockOffset(client: Pick<PoolClient, "query">): Promise<number> {
  const { rows } = await client.query<{ value: string }>(
    "select value from payment_sandbox.settings where name = 'clock-offset'",
  );
  return Number(rows[0]?.value ?? 0);
}

const presentTime = async (client: Pick<PoolClient, "query">) =>
  Math.floor(Date.now() / 1000) + (await clockOffset(client));

/**
 * The state of the sandbox in the database. Changes run one after another, in all processes together: a sandbox has little
 * to do, and nothing in it then has to think of two changes at once.
 * @param onChanged called after each change
 */
export function openStore(pool: Pool, onChanged: () => void): Store {
  let last: Promise<unknown> = Promise.resolve();

  async function inTransaction<T>(
    work: (tx: Tx) => Promise<T>,
    request: Tx["request"],
  ): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock($1)", [changeLock]);
      const result = await work({ client, now: await presentTime(client), request });
      await client.query("commit");
      onChanged();
      return result;
    } catch (error) {
      await client.query("rollback").catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    pool,
    change(work, request = null) {
      // In line within the process, so that those who wait for the lock do not hold all connections of the pool.
      const turn = last.then(() => inTransaction(work, request));
      last = turn.catch(() => undefined);
      return turn;
    },
    read: async (work) => work({ client: pool, now: await presentTime(pool), request: null }),
  };
}

/** Stores an object, new or changed. */
export async function put<T extends StoredObject>(tx: Tx, object: T): Promise<T> {
  await tx.client.query(
    `insert into payment_sandbox.objects (id, kind, due_at, data) values ($1, $2, $3, $4)
     on conflict (id) do update set due_at = excluded.due_at, data = excluded.data`,
    [object.id, object.object, dueOf(object), JSON.stringify(object)],
  );
  return object;
}

/** An object by its id; null where there is none of that kind. */
export async function find<K extends Kind>(tx: Tx, kind: K, id: string): Promise<Kinds[K] | null> {
  const { rows } = await tx.client.query<{ data: Kinds[K] }>(
    "select data from payment_sandbox.objects where id = $1 and kind = $2",
    [id, kind],
  );
  return rows[0]?.data ?? null;
}

/**
 * The same for an object that has to be there.
 * @param param the parameter that named it; `id` for the address
 * @throws ApiError resource_missing
 */
export async function get<K extends Kind>(
  tx: Tx,
  kind: K,
  id: string,
  param = "id",
): Promise<Kinds[K]> {
  const found = await find(tx, kind, id);
  if (found === null) throw noSuch(kind, id, param);
  return found;
}

/** Fields by which objects are looked up; each has an index. */
type Field = "customer" | "payment_intent" | "charge" | "invoice";

/** All objects of a kind with this value in a field, the newest first. */
export async function allWith<K extends Kind>(
  tx: Tx,
  kind: K,
  field: Field,
  value: string,
): Promise<Kinds[K][]> {
  const { rows } = await tx.client.query<{ data: Kinds[K] }>(
    `select data from payment_sandbox.objects where kind = $1 and data->>'${field}' = $2 order by seq desc`,
    [kind, value],
  );
  return rows.map(({ data }) => data);
}

/** The newest objects of a kind. */
export async function newest<K extends Kind>(tx: Tx, kind: K, limit: number): Promise<Kinds[K][]> {
  const { rows } = await tx.client.query<{ data: Kinds[K] }>(
    "select data from payment_sandbox.objects where kind = $1 order by seq desc limit $2",
    [kind, limit],
  );
  return rows.map(({ data }) => data);
}

/** What Stripe knows of an object and does not show. */
export async function innerState<T extends object>(tx: Tx, id: string): Promise<Partial<T>> {
  const { rows } = await tx.client.query<{ inner_state: Partial<T> }>(
    "select inner_state from payment_sandbox.objects where id = $1",
    [id],
  );
  return rows[0]?.inner_state ?? {};
}

/** Changes some of it. */
export async function setInnerState(tx: Tx, id: string, change: object): Promise<void> {
  await tx.client.query(
    "update payment_sandbox.objects set inner_state = inner_state || $2::jsonb where id = $1",
    [id, JSON.stringify(change)],
  );
}

/** A setting of the whole sandbox; null where it was never set. */
export async function setting(tx: Tx, name: string): Promise<string | null> {
  const { rows } = await tx.client.query<{ value: string }>(
    "select value from payment_sandbox.settings where name = $1",
    [name],
  );
  return rows[0]?.value ?? null;
}

export async function setSetting(tx: Tx, name: string, value: string): Promise<void> {
  await tx.client.query(
    `insert into payment_sandbox.settings values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  );
}
