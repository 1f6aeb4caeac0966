import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import { containsWords } from "#app/lib/like.ts";
import type { AccountSanction } from "#app/rules/sanctions.ts";

/** A member as admins see them. */
export type MemberRow = {
  id: string;
  name: string;
  username: string;
  email: string;
  avatar: string | null;
  role: "member" | "user" | "admin";
  verified: boolean;
  /** Whether the account is off, and by which decision; one without a decision is banned. */
  banned: boolean;
  ban: { kind: AccountSanction | "deletion"; until: string | null } | null;
  isDemo: boolean;
  plan: string;
  pictures: number;
  /** The customer that the member is at the provider of payments; null for one who never bought anything. */
  customer: string | null;
  /** Debt was spent before its payment went back. */
  credits: { current: number; held: number; spent: number; debt: number };
  /** ISO 8601, UTC. */
  createdAt: string;
};

export type MemberFilter = {
  /** Part of name, username or address; `@name` is one username. */
  q?: string;
  role?: "member" | "user" | "admin";
  cursor?: string;
  limit: number;
};

function matching(q: string) {
  if (q.startsWith("@")) return sql<boolean>`u.username = ${q.slice(1)}`;
  // As in the index users_admin_search.
  return containsWords(sql`(' ' || u.name || ' ' || u.username::text || ' ' || u.email::text)`, q);
}

/**
 * Members with their role and credits, newest first; `next` is the cursor of the page after. For admins alone.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function members(
  db: Kysely<Database>,
  { q, role, cursor, limit }: MemberFilter,
): Promise<{ items: MemberRow[]; next: string | null }> {
  let query = db
    .selectFrom("users as u")
    .leftJoin("ledger_accounts as a", "a.user_id", "u.id")
    .select(["u.id", "u.name", "u.username", "u.email", "u.avatar_url", "u.role", "u.plan"])
    .select([
      "u.verified_at",
      "u.banned_at",
      "u.ban_kind",
      "u.ban_until",
      "u.delete_after",
      "u.is_demo",
      "u.created_at",
      "a.available",
      "a.held",
      "a.debt",
    ])
    .select(
      sql<
        string | null
      >`(select c.customer_id from payment_customers c where c.user_id = u.id order by c.created_at desc limit 1)`.as(
        "customer",
      ),
    )
    .select(sql<number>`(select count(*) from pictures p where p.owner_id = u.id)`.as("pictures"))
    .select(
      sql<number>`(select coalesce(sum(h.settled), 0)::bigint from holds h where h.account_id = a.id and h.state = 'settled')`.as(
        "spent",
      ),
    )
    // Rows that stand in the books for deleted members.
    .where("u.erased_at", "is", null);
  if (q !== undefined && q !== "") query = query.where(matching(q));
  if (role !== undefined) query = query.where("u.role", "=", role);
  const { page, next } = await keysetPage(
    query,
    { by: "u.created_at", id: "u.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: page.map((row) => ({
      id: row.id,
      name: row.name,
      username: row.username,
      email: row.email,
      avatar: row.avatar_url,
      role: row.role as MemberRow["role"],
      verified: row.verified_at !== null,
      banned: row.banned_at !== null,
      ban:
        row.banned_at === null
          ? null
          : {
              kind: (row.ban_kind ??
                (row.delete_after === null ? "ban" : "deletion")) as AccountSanction,
              until: row.ban_until?.toISOString() ?? null,
            },
      isDemo: row.is_demo,
      plan: row.plan,
      pictures: row.pictures,
      customer: row.customer,
      credits: {
        current: row.available ?? 0,
        held: row.held ?? 0,
        spent: row.spent,
        debt: row.debt ?? 0,
      },
      createdAt: row.created_at.toISOString(),
    })),
    next,
  };
}
