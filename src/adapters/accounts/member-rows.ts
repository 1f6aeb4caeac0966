import { AsyncLocalStorage } from "node:async_hooks";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter } from "better-auth/adapters";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

export type OnSignUp = (tx: Transaction<Database>, userId: string) => Promise<void>;

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Better Auth's database, where a new member's row and what `onSignUp` writes are committed together or not at all.
 * The library's own hook runs after the commit: a crash in between would leave a member without a credit account.
 */
export function createMemberRows(db: Kysely<Database>, onSignUp: OnSignUp) {
  /** The request's first error while a member was created. */
  const failures = new AsyncLocalStorage<{ error: unknown }>();

  /** Keeps the error of `work`, because Better Auth answers every error with 422. */
  async function noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const failure = failures.getStore();
      // A username taken just now is an expected error: the sign-up is retried with another.
      if (failure !== undefined && !isUniqueViolation(error)) failure.error ??= error;
      throw error;
    }
  }

  function adapterOn(connection: Kysely<Database>) {
    return (options: BetterAuthOptions): DBAdapter => {
      const plain = kyselyAdapter(connection, { type: "postgres" })(options);
      const transaction: DBAdapter["transaction"] = (work) =>
        connection.isTransaction
          ? work(adapter)
          : connection.transaction().execute((tx) => work(adapterOn(tx)(options)));
      const createMember: DBAdapter["create"] = async (row) => {
        if (!connection.isTransaction) return transaction((tx) => tx.create(row));
        return noting(async () => {
          const made = await plain.create<Record<string, unknown>, { id: string }>(row);
          await onSignUp(connection as Transaction<Database>, made.id);
          return made as never;
        });
      };
      const adapter: DBAdapter = {
        ...plain,
        transaction,
        create: (row) => (row.model === "user" ? createMember(row) : plain.create(row)),
      };
      return adapter;
    };
  }

  return {
    adapter: adapterOn(db),
    noting,
    /** @throws the error from creating a member, in place of the library's response */
    async failing<T>(work: () => Promise<T>): Promise<T> {
      const failure: { error: unknown } = { error: undefined };
      const result = await failures.run(failure, work);
      if (failure.error !== undefined) throw failure.error;
      return result;
    },
  };
}
