import { sql } from "kysely";
import { decodeCursor, encodeCursor } from "#app/rules/page-cursor.ts";
import { decodeCursorOrRefuse, takePage } from "#app/lib/paging.ts";
import type { ReportReason } from "#app/rules/report-reasons.ts";
import { counts, type Db } from "./rows.ts";

/** A picture that waits for a decision, with what it is decided by. */
export type ReviewItem = {
  id: string;
  slug: string;
  filename: string;
  title: string;
  prompt: string | null;
  width: number;
  height: number;
  /** Ground colour until the picture arrives. */
  color: string;
  /** 24 px webp, base64. */
  placeholder: string;
  /** Whether it was held back; one that was only reported is shown meanwhile. */
  isWaiting: boolean;
  /** The labels and scores of the classifier, if it looked. */
  flagged: boolean;
  /** Why members reported it, most frequent first; empty when nobody did. */
  reports: { reason: ReportReason; count: number }[];
  /** Notes of reporters, the latest first; at most 5. */
  notes: string[];
  member: {
    name: string;
    username: string;
    /** Strikes that count, and images that were hidden before. */
    strikes: number;
    hidden: number;
    pictures: number;
    /** ISO 8601, UTC. */
    since: string;
  };
  createdAt: string;
};

type Row = Omit<ReviewItem, "createdAt" | "member"> & {
  created_at: Date;
  name: string;
  username: string;
  strikes: number;
  hidden: number;
  pictures: number;
  since: Date;
};

/** Images of a member are counted up to here. */
const mostCounted = 1_000;

/**
 * Pictures that wait for a decision or that members reported, the latest first; `next` is the cursor of the page after.
 * Both lists are read by their own index and no further than the page. For admins alone.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function reviewQueue(
  db: Db,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: ReviewItem[]; next: string | null }> {
  const after = decodeCursorOrRefuse(cursor, decodeCursor);
  const beyond =
    after === undefined
      ? sql``
      : sql`and (p.created_at, p.id) < (${after.createdAt}, ${after.id}::uuid)`;
  const { rows } = await sql<Row>`
    with waiting as (
      select p.id, p.created_at from pictures p
      where p.status = 'waiting' and not p.approved and p.removed_at is null ${beyond}
      order by p.created_at desc, p.id desc limit ${limit + 1}),
    reported as (
      select p.id, p.created_at from reports r join pictures p on p.id = r.picture_id
      where r.state = 'open' and p.removed_at is null ${beyond}
      order by p.created_at desc, p.id desc limit ${limit + 1}),
    page as (
      select id, created_at from waiting union select id, created_at from reported
      order by created_at desc, id desc limit ${limit + 1})
    select p.id, p.slug, p.filename, p.title, p.prompt, p.width, p.height, p.colors[1] as color, p.placeholder,
      (p.status = 'waiting') as "isWaiting",
      coalesce((p.gen_meta #>> '{moderation,flagged}')::boolean, false) as flagged,
      coalesce((
        select json_agg(json_build_object('reason', v.reason, 'count', v.count) order by v.count desc, v.reason)
        from (select v.reason, count(*)::integer as count from report_voices v join reports r on r.id = v.report_id
              where r.picture_id = p.id and r.state = 'open' group by v.reason) v), '[]') as reports,
      array(
        select v.note from report_voices v join reports r on r.id = v.report_id
        where r.picture_id = p.id and r.state = 'open' and v.note is not null
        order by v.created_at desc limit 5) as notes,
      u.name, u.username, u.created_at as since, p.created_at,
      (select count(*)::integer from sanctions s
       where s.member_id = u.id and s.kind = 'strike' and ${counts}) as strikes,
      (select count(*)::integer from sanctions s where s.member_id = u.id and s.kind = 'picture') as hidden,
      (select count(*)::integer from (select from pictures o where o.owner_id = u.id limit ${mostCounted}) counted)
        as pictures
    from page join pictures p on p.id = page.id join users u on u.id = p.owner_id
    order by p.created_at desc, p.id desc`.execute(db);
  const { page, last } = takePage(rows, limit);
  return {
    items: page.map(({ created_at: createdAt, name, username, strikes, hidden, ...row }) => {
      const { pictures, since, ...rest } = row;
      const member = { name, username, strikes, hidden, pictures, since: since.toISOString() };
      return { ...rest, member, createdAt: createdAt.toISOString() };
    }),
    next: last === undefined ? null : encodeCursor({ createdAt: last.created_at, id: last.id }),
  };
}
