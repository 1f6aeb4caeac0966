/**
 * What an archive says of the member's time at this site: the files below `records/`. They are for reading: nothing of
 * them is taken over by another installation.
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { accountFacts, sessionUser } from "#app/features/identity/queries.ts";
import { settingsOf } from "#app/features/notifications/queries.ts";
import { portraitAt, portraitKey, portraitKinds, type PortraitKind } from "#app/rules/portraits.ts";

type Db = Kysely<Database>;

/** Rows read at a time. */
const page = 500;

/** The fields of a profile that go with the member. */
export type ProfileRecord = {
  username: string;
  name: string;
  lastName: string | null;
  bio: string | null;
  profession: string | null;
  website: string | null;
  location: string | null;
  twitterUsername: string | null;
  instagramUsername: string | null;
  linkedinUsername: string | null;
};

export type OwnProfile = {
  profile: ProfileRecord;
  portraits: { kind: PortraitKind; storageKey: string }[];
};

/** The member's profile and where its pictures lie. @throws NoResultError when there is no such member */
export async function ownProfile(db: Db, userId: string): Promise<OwnProfile> {
  const row = await db
    .selectFrom("users")
    .select(["username", "name", "last_name", "bio", "profession", "website", "location_label"])
    .select(["twitter_username", "instagram_username", "linkedin_username"])
    .select(["avatar_url as avatar", "cover_photo_url as cover"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    profile: {
      username: row.username,
      name: row.name,
      lastName: row.last_name,
      bio: row.bio,
      profession: row.profession,
      website: row.website,
      location: row.location_label,
      twitterUsername: row.twitter_username,
      instagramUsername: row.instagram_username,
      linkedinUsername: row.linkedin_username,
    },
    portraits: portraitKinds.flatMap((kind) => {
      const portrait = portraitAt(row[kind] ?? "");
      return portrait === null ? [] : [{ kind, storageKey: portraitKey(portrait) }];
    }),
  };
}

/** The account here: sign-in, plan, credits and settings. Secrets are not among them. */
export async function ownAccount(db: Db, userId: string): Promise<object> {
  const [user, facts, notifications] = await Promise.all([
    sessionUser(db, userId),
    accountFacts(db, userId),
    settingsOf(db, userId),
  ]);
  const { rows } = await sql<object>`
    select available, held, frozen, debt from ledger_accounts where user_id = ${userId}`.execute(
    db,
  );
  return { ...user, ...facts, balance: rows[0] ?? null, notifications };
}

/** A statement of rows that are numbered by `at` and `id`, a page at a time. */
async function* paged<T extends { at: Date; id: string }>(
  read: (after: { at: Date; id: string }) => RawBuilder<T>,
  db: Db,
): AsyncGenerator<object> {
  let after = { at: new Date(0), id: "" };
  for (;;) {
    const { rows } = await read(after).execute(db);
    for (const { at, id: _, ...row } of rows) yield { at: at.toISOString(), ...row };
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = { at: last.at, id: last.id };
  }
}

type Row = { at: Date; id: string };

/** The log of casts. */
export function ownCasts(
  db: Db,
  userId: string,
  masks: ReadonlyMap<string, string>,
): AsyncGenerator<object> {
  const rows = paged(
    ({ at, id }) => sql<Row>`
      select g.created_at as at, g.id::text as id, g.finished_at as "finishedAt", g.kind, g.state,
        g.prompt, g.texts, g.negative, g.engine_label as engine, g.model, g.aspect, g.quality, g.width,
        g.height, g.count, g.delivered, g.cost, g.seed, g.strength, g.style_kit as "styleKit", g.params,
        g.is_public as "isPublic", g.grid_id as grid, g.fail_reason as "failReason", g.edit, g.mask_id as mask,
        coalesce((select json_agg(json_build_object('role', r ->> 'role', 'weight', r -> 'weight', 'sha256',
            (select p.sha256 from pictures p where p.id::text = r ->> 'pictureId' and p.removed_at is null
              and ((p.is_public and p.approved) or p.owner_id = g.user_id))))
          from jsonb_array_elements(g.referenced) r), '[]') as "references",
        array(select p.sha256 from pictures p
          where p.generation_id = g.id and p.owner_id = g.user_id and p.removed_at is null
          order by p.generation_index) as pictures
      from generations g
      where g.user_id = ${userId} and (g.created_at, g.id::text) > (${at}, ${id})
      order by g.created_at, g.id::text limit ${page}`,
    db,
  );
  return withMasks(rows, masks);
}

/** Casts with the digest of their mask's file in place of its id here. */
async function* withMasks(
  rows: AsyncIterable<object>,
  masks: ReadonlyMap<string, string>,
): AsyncGenerator<object> {
  for await (const row of rows as AsyncIterable<{ mask: string | null }>) {
    yield { ...row, mask: masks.get(row.mask ?? "") ?? null };
  }
}

/** The grids that casts name. */
export function ownGrids(db: Db, userId: string): AsyncGenerator<object> {
  return paged(
    ({ at, id }) => sql<Row>`
      select d.created_at as at, d.id::text as id, d.id as grid, d.prompt, d.axes, d.settings, d.pictures, d.cost,
        d.is_public as "isPublic"
      from grids d where d.user_id = ${userId} and (d.created_at, d.id::text) > (${at}, ${id})
      order by d.created_at, d.id::text limit ${page}`,
    db,
  );
}

/** The statement of credits: every movement of the member's account. */
export function ownLedger(db: Db, userId: string): AsyncGenerator<object> {
  return paged(
    ({ at, id }) => sql<Row>`
      select e.created_at as at, lpad(e.id::text, 20, '0') as id, t.kind, t.reason, e.bucket, e.amount
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
        join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = ${userId}
        and (e.created_at, lpad(e.id::text, 20, '0')) > (${at}, ${id})
      order by e.created_at, lpad(e.id::text, 20, '0') limit ${page}`,
    db,
  );
}

/** What the member paid. */
export function ownPayments(db: Db, userId: string): AsyncGenerator<object> {
  return paged(
    ({ at, id }) => sql<Row>`
      select p.created_at as at, p.id::text as id, p.number, p.offer, p.amount, p.tax, p.currency,
        p.credits, p.refunded, p.state
      from payments p where p.user_id = ${userId} and (p.created_at, p.id::text) > (${at}, ${id})
      order by p.created_at, p.id::text limit ${page}`,
    db,
  );
}

/** What the member wrote to the operator. */
export function ownMessages(db: Db, userId: string): AsyncGenerator<object> {
  return paged(
    ({ at, id }) => sql<Row>`
      select m.created_at as at, m.id::text as id, m.kind, m.name, m.email, m.body
      from messages m where m.user_id = ${userId} and (m.created_at, m.id::text) > (${at}, ${id})
      order by m.created_at, m.id::text limit ${page}`,
    db,
  );
}

/** What the member reported. Whose picture it was is not said. */
export function ownReports(db: Db, userId: string): AsyncGenerator<object> {
  return paged(
    ({ at, id }) => sql<Row>`
      select v.created_at as at, v.report_id::text as id, v.reason, v.note
      from report_voices v
      where v.user_id = ${userId} and (v.created_at, v.report_id::text) > (${at}, ${id})
      order by v.created_at, v.report_id::text limit ${page}`,
    db,
  );
}

/** Decisions of moderators about the member, with the member's appeals. */
export function ownDecisions(db: Db, userId: string): AsyncGenerator<object> {
  return paged(
    ({ at, id }) => sql<Row>`
      select s.created_at as at, s.id::text as id, s.kind, s.reason, s.note,
        s.target_title as "targetTitle", s.ends_at as "endsAt", s.lifted_at as "liftedAt",
        coalesce((select jsonb_agg(jsonb_build_object('body', a.body, 'state', a.state,
          'answer', a.answer, 'createdAt', a.created_at) order by a.created_at)
          from appeals a where a.sanction_id = s.id), '[]') as appeals
      from sanctions s where s.member_id = ${userId} and (s.created_at, s.id::text) > (${at}, ${id})
      order by s.created_at, s.id::text limit ${page}`,
    db,
  );
}
