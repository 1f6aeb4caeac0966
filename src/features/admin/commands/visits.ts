/** Visitors by day, counted without cookies. See docs/decisions/091-visitors-without-cookies.md. */
import { createHmac, randomBytes } from "node:crypto";
import { isbot } from "isbot";
import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { visitSource } from "#app/rules/visit-source.ts";
import type { Services } from "#app/services.ts";

type Db = Kysely<Database>;

const flushMs = 5_000;
/** Different visitors that are gathered between two flushes; more are not counted. */
const mostGathered = 10_000;
/** Different hosts that are counted in a day; visitors from more are counted without one. */
const mostHosts = 500;
const longestAgent = 300;

/** UTC, by the database's clock: processes do not disagree about midnight. */
const today = sql<string>`(now() at time zone 'utc')::date`;

export type Visit = {
  /** The client's whole address: it stays in memory, until the next flush at most. */
  ip: string;
  headers: Pick<Headers, "get">;
};

export type VisitCounter = {
  /** Notes a visit; it is counted within seconds. Costs a look into a map. */
  note: (visit: Visit) => void;
  /** Counts what is noted. Never throws. */
  flush: () => Promise<void>;
};

/** Who a visitor is within a day: the same address and browser. */
export const visitorKey = (ip: string, agent: string): string =>
  `${limitKey(ip)}\n${agent.slice(0, longestAgent)}`;

/** What stands for a visitor in the tables of a day. */
export const markOf = (salt: Buffer, key: string): Buffer =>
  createHmac("sha256", salt).update(key).digest().subarray(0, 16);

/** The salt of today, made by whoever needs it first. */
async function saltOfToday(tx: Db): Promise<{ day: string; salt: Buffer }> {
  await sql`insert into visit_salts (day, salt) values (${today}, ${randomBytes(32)})
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ day: string; salt: Buffer }>`
    select day::text as day, salt from visit_salts where day = ${today}`.execute(tx);
  return rows[0];
}

/** Counts the visitors that were not seen today before, each by the host that brought them. */
async function countVisitors(db: Db, hosts: ReadonlyMap<string, string>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { day, salt } = await saltOfToday(tx);
    // In one order for all processes, so that none waits for one that waits for it.
    const marks = [...hosts]
      .map(([key, host]) => ({ mark: markOf(salt, key), host }))
      .toSorted((a, b) => a.mark.compare(b.mark));
    const { rows } = await sql<{ host: string; count: number }>`
      with fresh as (
        insert into visit_marks (day, mark, host)
        select ${day}::date, g.mark, g.host from unnest(
          ${marks.map(({ mark }) => mark)}::bytea[], ${marks.map(({ host }) => host)}::text[]) as g (mark, host)
        on conflict do nothing returning host)
      select host, count(*)::integer as count from fresh group by host order by host`.execute(tx);
    if (rows.length > 0) await addToSources(tx, day, rows, "visitors");
  });
}

/** Adds to the counts of a day by host; hosts beyond the most of a day count as none. */
async function addToSources(
  tx: Db,
  day: string,
  counts: readonly { host: string; count: number }[],
  column: "visitors" | "sign_ups",
): Promise<void> {
  const counted = sql.ref(column);
  await sql`
    with known as (select host from visit_sources where day = ${day}::date),
    given as (
      select g.host, g.count, g.host = '' or exists (select from known k where k.host = g.host)
          or row_number() over (order by g.host) <= ${mostHosts} - (select count(*) from known) as kept
      from unnest(${counts.map(({ host }) => host)}::text[], ${counts.map(({ count }) => count)}::integer[])
        as g (host, count))
    insert into visit_sources as s (day, host, ${counted})
    select ${day}::date, case when kept then host else '' end, sum(count)::integer
    from given group by 2 order by 2
    on conflict (day, host) do update set ${counted} = s.${counted} + excluded.${counted}`.execute(
    tx,
  );
}

/** Gathers visits in memory and counts them every few seconds. */
export function createVisitCounter({
  db,
  env,
  log,
}: Pick<Services, "db" | "env" | "log">): VisitCounter {
  const own = [env.SERVER_URL, env.PICTURES_URL].map((url) => new URL(url).host);
  let gathered = new Map<string, string | null>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (gathered.size === 0) return;
    const visits = gathered;
    gathered = new Map();
    const hosts = new Map(
      [...visits]
        .filter(([key]) => !isbot(key.slice(key.indexOf("\n") + 1)))
        .map(([key, referrer]) => [key, visitSource(referrer, own)]),
    );
    if (hosts.size === 0) return;
    await countVisitors(db, hosts).catch((error: unknown) =>
      log.warn({ err: error, visitors: hosts.size }, "cannot count visitors"),
    );
  }

  return {
    note({ ip, headers }) {
      const agent = headers.get("user-agent") ?? "";
      const isPrefetch = (headers.get("sec-purpose") ?? "").includes("prefetch");
      if (agent === "" || isPrefetch) return;
      const key = visitorKey(ip, agent);
      if (gathered.has(key) || gathered.size >= mostGathered) return;
      gathered.set(key, headers.get("referer"));
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
    flush,
  };
}

type FirstSession = { id: string; ip: string | null; agent: string | null };

/** Counts the sign-ups of a day that are not counted yet, by the host that brought the visitor that day. */
async function countSignUps(tx: Db, day: string, salt: Buffer): Promise<void> {
  const { rows: found } = await sql<FirstSession>`
    select u.id, s.ip_address as ip, s.user_agent as agent
    from users u cross join lateral (
      select ip_address, user_agent from sessions where user_id = u.id order by created_at limit 1) s
    where u.created_at >= ${day}::date::timestamp at time zone 'utc'
      and u.created_at < (${day}::date + 1)::timestamp at time zone 'utc' and not u.is_demo and u.banned_at is null
      and not exists (select from visit_sign_ups v where v.user_id = u.id)
    order by u.id`.execute(tx);
  if (found.length === 0) return;
  const marks = found.map(({ ip, agent }) => markOf(salt, visitorKey(ip ?? "", agent ?? "")));
  const { rows } = await sql<{ host: string; count: number }>`
    with fresh as (
      insert into visit_sign_ups (user_id, day)
      select g.id, ${day}::date from unnest(${found.map(({ id }) => id)}::uuid[]) as g (id)
      on conflict do nothing returning user_id)
    select coalesce(m.host, '') as host, count(*)::integer as count
    from fresh join unnest(${found.map(({ id }) => id)}::uuid[], ${marks}::bytea[]) as g (id, mark)
      on g.id = fresh.user_id
    left join visit_marks m on m.day = ${day}::date and m.mark = g.mark
    group by 1 order by 1`.execute(tx);
  if (rows.length > 0) await addToSources(tx, day, rows, "sign_ups");
}

/**
 * Counts sign-ups by the host that brought the visitor, then forgets the salts and marks of the days before today. May run
 * twice at the same time.
 */
export async function gatherSignUps({ db }: Pick<Services, "db">): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ day: string; salt: Buffer }>`
      select day::text as day, salt from visit_salts order by day for update`.execute(tx);
    for (const { day, salt } of rows) await countSignUps(tx, day, salt);
    await sql`delete from visit_salts where day < ${today}`.execute(tx);
    await sql`delete from visit_marks where day < ${today}`.execute(tx);
    await sql`delete from visit_sign_ups where day < ${today}`.execute(tx);
  });
}
