import { sql, type Kysely, type Selectable } from "kysely";
import type { Database, Sanctions } from "#app/db/schema.ts";
import type { SanctionKind } from "#app/rules/sanctions.ts";

export type Db = Kysely<Database>;

/** A decision about a member or a picture of theirs. */
export type Sanction = {
  id: string;
  memberId: string;
  kind: SanctionKind;
  reason: string;
  note: string | null;
  targetId: string | null;
  targetTitle: string | null;
  /** Of the page where the member reads and answers it. */
  key: string;
  createdAt: Date;
  endsAt: Date | null;
  liftedAt: Date | null;
};

export function toSanction(row: Selectable<Sanctions>): Sanction {
  return {
    id: row.id,
    memberId: row.member_id,
    kind: row.kind as SanctionKind,
    reason: row.reason,
    note: row.note,
    targetId: row.target_id,
    targetTitle: row.target_title,
    key: row.appeal_key,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    liftedAt: row.lifted_at,
  };
}

/** Neither lifted nor over. A suspension counts until upkeep has ended it. */
export const counts = sql<boolean>`(s.lifted_at is null and (s.kind = 'suspension' or s.ends_at is null or s.ends_at > now()))`;
