import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";

export const grantCodeStates = ["open", "used", "expired", "revoked"] as const;
export type GrantCodeState = (typeof grantCodeStates)[number];

/** A grant code as admins see it, without the code itself. Times are ISO 8601 in UTC. */
export type GrantCode = {
  id: string;
  /** The last four characters of the code. */
  ending: string;
  credits: number;
  uses: number;
  maxUses: number;
  reason: string;
  state: GrantCodeState;
  /** Null when it does not expire. */
  expiresAt: string | null;
  createdAt: string;
};

/** What keeps a code from being redeemed: an admin's decision before its time, and its time before its uses. */
const stateOf = sql<GrantCodeState>`case when revoked_at is not null then 'revoked'
  when expires_at <= clock_timestamp() then 'expired' when uses >= max_uses then 'used' else 'open' end`;

type Filter = { state: GrantCodeState | "all"; cursor?: string | undefined; limit: number };

function codes(db: Kysely<Database>) {
  return db
    .selectFrom("grant_codes")
    .select(["id", "ending", "credits", "uses", "max_uses", "reason"])
    .select(["expires_at", "created_at"])
    .select(stateOf.as("state"));
}

type Row = Awaited<ReturnType<ReturnType<typeof codes>["executeTakeFirstOrThrow"]>>;

const shown = ({ max_uses, expires_at, created_at, ...row }: Row): GrantCode => ({
  ...row,
  maxUses: max_uses,
  expiresAt: expires_at?.toISOString() ?? null,
  createdAt: created_at.toISOString(),
});

/** One grant code, or null. */
export async function grantCodeById(db: Kysely<Database>, id: string): Promise<GrantCode | null> {
  const row = await codes(db).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : shown(row);
}

/** Grant codes, newest first. @throws AppError invalid-request for an unknown cursor */
export async function grantCodes(
  db: Kysely<Database>,
  { state, cursor, limit }: Filter,
): Promise<{ items: GrantCode[]; next: string | null }> {
  const query = codes(db)
    // As in the partial index.
    .$if(state === "revoked", (all) => all.where("revoked_at", "is not", null))
    .$if(state !== "all" && state !== "revoked", (all) =>
      all.where(stateOf, "=", state as GrantCodeState),
    );
  const { page, next } = await keysetPage(
    query,
    { by: "created_at", id: "id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return { items: page.map(shown), next };
}
