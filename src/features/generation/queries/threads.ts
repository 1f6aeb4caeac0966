import { sql, type Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { siblingLabels, threadLabel, type Made } from "#app/rules/thread-label.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { castLimits } from "#app/rules/cast-limits.ts";

/** A group of pictures with one source, in a member's list. */
export type ThreadEntry = {
  /** Id of the first picture, or of the upload it began with. */
  root: string;
  title: string;
  cover: { slug: string; colors: string[]; placeholder: string } | null;
  /** Set where it began with an upload, which has a picture of its own. */
  uploadId: string | null;
  /** Direct edits of the source. */
  branches: number;
  /** Pictures in it. */
  casts: number;
  latestAt: string;
};

/** A node of a tree: a picture, a tombstone, a hidden picture, or the upload it began with. */
export type ThreadNode = {
  id: string;
  parentId: string | null;
  /** "gap": deleted; "hidden": private to somebody else. Both have no further fields. */
  kind: "picture" | "gap" | "hidden" | "upload";
  /** What changed from its parent. */
  label: string;
  width: number;
  height: number;
  picture: {
    slug: string;
    title: string;
    prompt: string | null;
    colors: string[];
    placeholder: string;
    strength: number | null;
    /** Whether it is its parent with a part of it made anew. */
    isEdit: boolean;
    /** Whether it is the member's own and came from elsewhere with the mask of its edit, which no cast here has. */
    hasMask: boolean;
    aspect: string | null;
    engine: string | null;
    seed: number | null;
    isPublic: boolean;
    isOwn: boolean;
    creator: { name: string; username: string };
  } | null;
  /** Credits that this picture's share of its cast cost; null for those of others. */
  cost: number | null;
  createdAt: string | null;
};

export type Thread = { root: string; title: string; nodes: ThreadNode[]; truncated: boolean };

const mostThreads = 100;
/** Threads up to this size are counted; larger ones use the counter of their first picture. */
const countedOut = 100;

/** The member's threads, those with the newest pictures first. */
export async function listThreads(db: Kysely<Database>, member: Member): Promise<ThreadEntry[]> {
  const me = member.userId;
  const found = await sql<{
    root: string;
    upload_id: string | null;
    latest: Date;
    title: string | null;
    slug: string | null;
    colors: string[] | null;
    placeholder: string | null;
    branches: number;
    casts: number;
  }>`
    with mine as (
      select coalesce(p.root_picture_id, p.id) as root, max(p.created_at) as latest
      from pictures p
      where p.owner_id = ${me} and (p.root_picture_id is not null or p.remix_group_count > 0)
      group by 1),
    uploaded as (
      select g.source_upload_id as root, max(p.created_at) as latest,
             array_agg(p.id) as firsts
      from generations g join pictures p on p.generation_id = g.id
      where g.user_id = ${me} and g.source_upload_id is not null group by 1),
    listed as (
      select root, null::uuid as upload_id, latest, array[root] as firsts from mine
      where not exists (select from uploaded u where mine.root = any (u.firsts))
      union all
      select u.root, u.root, greatest(u.latest, max(m.latest)), u.firsts
      from uploaded u left join mine m on m.root = any (u.firsts) group by u.root, u.latest, u.firsts
      order by latest desc limit ${mostThreads})
    select l.root, l.upload_id, l.latest, c.title, c.slug, c.colors, c.placeholder,
           (case when n.casts >= ${countedOut} then greatest(n.casts, r.remix_group_count + 1) else n.casts end)::int
             as casts,
           (case when l.upload_id is not null then cardinality(l.firsts)
                 when n.casts >= ${countedOut} then greatest(n.branches, r.remix_count)
                 else n.branches end)::int as branches
    from listed l
    cross join lateral (
      select count(*) as casts, count(*) filter (where s.line_source_id = l.root) as branches,
             (array_agg(s.id order by s.is_first desc, s.created_at))[1] as cover
      from (
        select true as is_first, p.id, p.line_source_id, p.created_at from pictures p
        where p.id = any (l.firsts) and (p.owner_id = ${me} or (p.is_public and p.approved))
        union all
        (select false, p.id, p.line_source_id, p.created_at from pictures p
         where p.root_picture_id = any (l.firsts) and (p.owner_id = ${me} or (p.is_public and p.approved))
         limit ${countedOut})) s) n
    left join pictures c on c.id = n.cover
    left join pictures r on r.id = l.root
    order by l.latest desc, l.root`.execute(db);
  return found.rows.map((row) => ({
    root: row.root,
    title: row.upload_id === null ? (row.title ?? t`Deleted picture`) : t`Your upload`,
    cover:
      row.slug && row.colors && row.placeholder
        ? { slug: row.slug, colors: row.colors, placeholder: row.placeholder }
        : null,
    uploadId: row.upload_id,
    branches: row.branches,
    casts: row.casts,
    latestAt: row.latest.toISOString(),
  }));
}

type Row = {
  id: string;
  parent: string | null;
  owner_id: string;
  is_visible: boolean;
  is_public: boolean;
  slug: string;
  title: string;
  prompt: string | null;
  prompt_hidden: boolean;
  colors: string[];
  placeholder: string;
  width: number;
  height: number;
  gen_meta: Made & { engine?: { label?: string }; seed?: number; strength?: number; edit?: object };
  has_mask: boolean;
  share: number | null;
  name: string;
  username: string;
  created_at: Date;
};

async function rowsOf(db: Kysely<Database>, me: string, roots: string[]): Promise<Row[]> {
  const found = await sql<Row>`
    select p.id, p.line_source_id as parent, p.owner_id, p.is_public,
           (p.owner_id = ${me} or (p.is_public and p.approved)) as is_visible,
           p.slug, p.title, p.prompt, p.prompt_hidden, p.colors, p.placeholder, p.width, p.height, p.gen_meta,
           p.owner_id = ${me} and exists (select from picture_masks k where k.picture_id = p.id) as has_mask,
           case when g.user_id = ${me} then g.cost / g.count end as share,
           u.name, u.username, p.created_at
    from pictures p
    join users u on u.id = p.owner_id
    left join generations g on g.id = p.generation_id
    where p.id = any (${roots}::uuid[]) or p.root_picture_id = any (${roots}::uuid[])
    order by p.created_at, p.id limit ${castLimits.threadNodes + 1}`.execute(db);
  return found.rows;
}

function nodeOf(row: Row, parent: Row | undefined, me: string): ThreadNode {
  const place = { id: row.id, parentId: row.parent, width: row.width, height: row.height };
  if (!row.is_visible) {
    return { ...place, kind: "hidden", label: "", picture: null, cost: null, createdAt: null };
  }
  const mayRead = (one: Row) => one.is_visible && (one.owner_id === me || !one.prompt_hidden);
  const made = (one: Row): Made => ({ ...one.gen_meta, prompt: mayRead(one) ? one.prompt : null });
  return {
    ...place,
    kind: "picture",
    label: threadLabel(made(row), parent && made(parent)),
    picture: {
      slug: row.slug,
      title: row.title,
      prompt: mayRead(row) ? row.prompt : null,
      colors: row.colors,
      placeholder: row.placeholder,
      strength: row.gen_meta.strength ?? null,
      isEdit: row.gen_meta.edit !== undefined,
      hasMask: row.has_mask,
      aspect: row.gen_meta.aspect ?? null,
      engine: row.gen_meta.engine?.label ?? null,
      seed: row.gen_meta.seed ?? null,
      isPublic: row.is_public,
      isOwn: row.owner_id === me,
      creator: { name: row.name, username: row.username },
    },
    cost: row.share,
    createdAt: row.created_at.toISOString(),
  };
}

/** Removes tombstones and hidden nodes without visible descendants, from the leaves up. */
function pruned(nodes: ThreadNode[]): ThreadNode[] {
  const children = new Map<string | null, number>();
  for (const { parentId } of nodes) children.set(parentId, (children.get(parentId) ?? 0) + 1);
  const kept = new Map(nodes.map((node) => [node.id, node]));
  const stack = [...nodes];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const leads = (children.get(node.id) ?? 0) > 0;
    if (leads || !kept.has(node.id) || node.kind === "picture" || node.kind === "upload") continue;
    kept.delete(node.id);
    children.set(node.parentId, (children.get(node.parentId) ?? 1) - 1);
    const parent = node.parentId === null ? undefined : kept.get(node.parentId);
    if (parent) stack.push(parent);
  }
  return nodes.filter((node) => kept.has(node.id));
}

/** The nodes with labels that tell the pictures made from the same one apart. */
function toldApart(nodes: ThreadNode[]): ThreadNode[] {
  const labels = new Map<string, string>();
  for (const siblings of Map.groupBy(nodes, ({ parentId }) => parentId).values()) {
    const named = siblings.flatMap(({ id, label, picture }) => {
      if (picture === null) return [];
      const { strength, aspect, engine } = picture;
      const made: Made = {
        strength: strength ?? undefined,
        aspect: aspect ?? undefined,
        engine: { label: engine ?? undefined },
      };
      return [{ id, label, made }];
    });
    for (const [index, label] of siblingLabels(named).entries()) labels.set(named[index].id, label);
  }
  return nodes.map((node) => ({ ...node, label: labels.get(node.id) ?? node.label }));
}

const emptyPlace = { label: "", width: 1, height: 1, picture: null, cost: null, createdAt: null };

/**
 * Everything made from one source, as far as the member may see it: across members, with tombstones for pictures
 * that were deleted or are private to others. Null when nothing of it may be seen.
 * @param root id of the first picture, of any picture of its group, or of an upload of the member's own
 */
export async function threadOf(
  db: Kysely<Database>,
  member: Member,
  root: string,
): Promise<Thread | null> {
  if (!isUuid(root)) return null;
  const me = member.userId;
  const begun = await sql<{ first: string; is_upload: boolean }>`
    select coalesce(p.root_picture_id, p.id) as first, false as is_upload from pictures p where p.id = ${root}
    union select g.root_id, false from picture_gaps g where g.id = ${root}
    union select p.id, true from pictures p join generations g on g.id = p.generation_id
    where g.source_upload_id = ${root} and g.user_id = ${me}`.execute(db);
  const roots = begun.rows.map((row) => row.first);
  const uploadId = begun.rows.some((row) => row.is_upload) ? root : null;
  if (roots.length === 0) return null;
  const [rows, tombstones] = await Promise.all([
    rowsOf(db, me, roots),
    db
      .selectFrom("picture_gaps")
      .select(["id", "line_source_id"])
      .where("root_id", "in", roots)
      .execute(),
  ]);
  const truncated = rows.length > castLimits.threadNodes;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const places = new Set([...byId.keys(), ...tombstones.map((tombstone) => tombstone.id)]);
  const first = uploadId ?? roots[0];
  // A node without its parent is attached to the root.
  const under = (parent: string | null) =>
    parent !== null && places.has(parent) ? parent : uploadId;
  const nodes: ThreadNode[] = [
    ...(uploadId === null
      ? []
      : [{ ...emptyPlace, id: uploadId, parentId: null, kind: "upload" as const }]),
    ...tombstones.map((tombstone) => ({
      ...emptyPlace,
      id: tombstone.id,
      parentId: tombstone.id === first ? null : under(tombstone.line_source_id),
      kind: "gap" as const,
    })),
    ...rows.slice(0, castLimits.threadNodes).map((row) => {
      const node = nodeOf(row, row.parent === null ? undefined : byId.get(row.parent), me);
      const isFirst = uploadId === null && row.id === first;
      return { ...node, parentId: isFirst ? null : (under(row.parent) ?? first) };
    }),
  ];
  const shown = pruned(nodes);
  if (!shown.some((node) => node.picture !== null)) return null;
  const begin = shown.find((node) => node.parentId === null)?.picture ?? shown[0].picture;
  const title = uploadId === null ? (begin?.title ?? t`Deleted picture`) : t`Your upload`;
  return { root: first, title, nodes: toldApart(shown), truncated };
}
