import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Actor, Member } from "#app/lib/actor.ts";
import { curatedKit, curatedKits, kitPicture, type CuratedKit } from "#app/rules/curated-kits.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { visibleTo } from "#app/features/pictures/queries.ts";
import type { BoardRole } from "#app/rules/references.ts";
import type { KitLook } from "#app/rules/style-kit.ts";

/** A kit as a cast keeps it. */
export type CastKit = KitLook & { id: string; name: string };

/** A picture of a mood board. */
export type BoardPicture = {
  id: string;
  slug: string;
  title: string;
  colors: string[];
  role: BoardRole;
};

/** A kit as pages show it. */
export type StyleKit = CastKit & {
  /** Addresses on the site's own origin; curated kits have three. */
  shots: string[];
  /** The picture on the card of a member's kit, where the reader may see it. */
  picture: { slug: string; colors: string[]; placeholder: string } | null;
  /** The pictures of its mood board that the reader may see. */
  board: BoardPicture[];
  kind: "curated" | "own" | "shared";
  isShared: boolean;
  /** Who made it; null for curated kits. */
  creator: { name: string; username: string } | null;
};

const most = 200;
const shownShared = 60;

/** A kit as a cast keeps it. */
export function asCastKit({ id, name, palette, material, lighting, camera }: CastKit): CastKit {
  return { id, name, palette, material, lighting, camera };
}

/** A curated kit for pages. */
function asCurated({ id, name, palette, material, lighting, camera }: CuratedKit): StyleKit {
  return {
    id,
    name,
    palette,
    material,
    lighting,
    camera,
    shots: [kitPicture(id, 0), kitPicture(id, 1), kitPicture(id, 2)],
    picture: null,
    board: [],
    kind: "curated",
    isShared: true,
    creator: null,
  };
}

/** The mood board of kit `k`, as far as the actor may see its pictures. */
function boardOf(actor: Actor) {
  return sql<BoardPicture[]>`coalesce((
    select json_agg(json_build_object('id', p.id, 'slug', p.slug, 'title', p.title, 'colors', p.colors, 'role', b.role)
      order by b.place)
    from style_kit_pictures b join pictures p on p.id = b.picture_id
    where b.kit_id = k.id and ${visibleTo(actor, true)}), '[]')`;
}

function kitRows(db: Kysely<Database>, actor: Actor) {
  return db
    .selectFrom("style_kits as k")
    .innerJoin("users as u", (join) =>
      join.onRef("u.id", "=", "k.owner_id").on("u.banned_at", "is", null),
    )
    .leftJoin("pictures as p", (join) =>
      join
        .onRef("p.id", "=", "k.picture_id")
        .on(sql<boolean>`(p.owner_id = ${actor.userId} or (p.is_public and p.approved))`),
    )
    .select([
      "k.id",
      "k.name",
      "k.palette",
      "k.material",
      "k.lighting",
      "k.camera",
      "k.owner_id",
      sql<boolean>`(k.is_shared and k.hidden_at is null)`.as("is_shared"),
      "u.name as creator_name",
      "u.username",
      "p.slug",
      "p.colors",
      "p.placeholder",
      boardOf(actor).as("board"),
    ]);
}

type KitRow = Awaited<ReturnType<ReturnType<typeof kitRows>["execute"]>>[number];

function asKit(actor: Actor, row: KitRow): StyleKit {
  const { id, name, palette, material, lighting, camera, slug, colors, placeholder } = row;
  return {
    id,
    name,
    palette,
    material,
    lighting,
    camera,
    shots: [],
    picture: slug && colors && placeholder ? { slug, colors, placeholder } : null,
    board: row.board,
    kind: row.owner_id === actor.userId ? "own" : "shared",
    isShared: row.is_shared,
    creator: { name: row.creator_name, username: row.username },
  };
}

/** Every kit that the actor can cast with: their own, the curated ones, then the newest that others share. */
export async function listKits(
  db: Kysely<Database>,
  actor: Actor,
): Promise<{ own: StyleKit[]; curated: StyleKit[]; shared: StyleKit[] }> {
  const rows = kitRows(db, actor).orderBy("k.created_at", "desc").orderBy("k.id", "desc");
  const [own, shared] = await Promise.all([
    actor.userId === null ? [] : rows.where("k.owner_id", "=", actor.userId).limit(most).execute(),
    rows
      .where("k.is_shared", "=", sql.lit(true))
      .where("k.hidden_at", "is", null)
      .where(sql<boolean>`k.owner_id is distinct from ${actor.userId}`)
      .limit(shownShared)
      .execute(),
  ]);
  return {
    own: own.map((row) => asKit(actor, row)),
    curated: curatedKits.map(asCurated),
    shared: shared.map((row) => asKit(actor, row)),
  };
}

/** A kit that the actor may use, or null. */
export async function kitById(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
): Promise<StyleKit | null> {
  const curated = curatedKit(id);
  if (curated) return asCurated(curated);
  if (!isUuid(id)) return null;
  const row = await kitRows(db, actor)
    .where("k.id", "=", id)
    .where(sql<boolean>`((k.is_shared and k.hidden_at is null) or k.owner_id = ${actor.userId})`)
    .executeTakeFirst();
  return row ? asKit(actor, row) : null;
}

/** The kits that a member shares, the newest first. For admins alone. */
export async function sharedKitsOf(
  db: Kysely<Database>,
  ownerId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom("style_kits")
    .select(["id", "name"])
    .where("owner_id", "=", ownerId)
    .where("is_shared", "=", sql.lit(true))
    .where("hidden_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/** How many kits a member has made. */
export async function countKits(db: Kysely<Database>, member: Member): Promise<number> {
  const row = await db
    .selectFrom("style_kits")
    .select((eb) => eb.fn.countAll<number>().as("kits"))
    .where("owner_id", "=", member.userId)
    .executeTakeFirstOrThrow();
  return row.kits;
}
