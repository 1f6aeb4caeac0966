import { sql } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Actor } from "#app/lib/actor.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import type { Shape } from "#app/rules/aspect-shape.ts";
import { mixMembers } from "#app/rules/mix-members.ts";
import { decodeCursor } from "#app/rules/page-cursor.ts";
import {
  isPictureFilename,
  isUuid,
  uuidOfFilename,
  withoutExtension,
} from "#app/rules/picture-filename.ts";
import { isStorable } from "#app/rules/storable-text.ts";
import { picks, trending, type FeedInput, type WallPage } from "./queries/feeds.ts";
import { firstOfCast } from "./queries/one-of-cast.ts";
import { pageRows, toPicturePage, type PageRow, type PicturePage } from "./queries/page.ts";
import { publicAndApproved, toWallPicture, visibleTo, wallRows, type Db } from "./queries/rows.ts";
import { shapeIs } from "./queries/shape-is.ts";

export type { GenMeta, PicturePage } from "./queries/page.ts";
export {
  inOrder,
  publicAndApproved,
  publicPictures,
  toWallPicture,
  visibleTo,
  wallRows,
  type WallPicture,
} from "./queries/rows.ts";
export { assetCounts, assets, assetStates, type Asset, type AssetState } from "./queries/assets.ts";
export { draftOfFile, ownDrafts, type Draft } from "./queries/drafts.ts";
export { lineageOf } from "./queries/lineage.ts";
export { trending, type WallPage } from "./queries/feeds.ts";
export { similarPictures } from "./queries/similar.ts";
export { pictureDays, picturesOfDay } from "./queries/sitemap.ts";
export { pictureRss } from "./queries/picture-rss.ts";
export { openReports, reportQueue, reportStates, type Report } from "./queries/reports.ts";
export { picturesByEmbedding as picturesByMeaning } from "./queries/vectors.ts";
export { knownDigests, pictureFile, type PictureFile } from "./queries/files.ts";
export {
  markedPicture,
  picturesByLook,
  picturesByMark,
  type MarkedPicture,
} from "./queries/marks.ts";

/** Longest address that is looked up. */
const longestAddress = 255;
/** Tried when an address has a hyphen and no dot. See docs/product.md 7.3. */
const guessedExtensions = ["jpg", "jpeg", "png", "webp"];

export type WallInput = {
  /** `next` of the page before. */
  cursor?: string;
  limit: number;
  shape?: Shape;
  ownerId?: string;
};

/**
 * Public, approved pictures, newest first; `next` is the cursor of the page after, null on the last one. A creator's
 * wall has all of them. Everybody's has one of each cast and mixes the members within each page.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function wall(
  db: Db,
  { cursor, limit, shape, ownerId }: WallInput,
): Promise<WallPage> {
  let query = wallRows(db).modifyFront(prepared).where(publicAndApproved);
  if (shape !== undefined) query = query.where(shapeIs[shape]);
  query =
    ownerId === undefined ? query.where(firstOfCast) : query.where("p.owner_id", "=", ownerId);
  const { page, next } = await keysetPage(
    query,
    { by: "p.created_at", id: "p.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  // The cursor is of the page's last picture in time, so that mixing neither skips nor repeats any.
  const shown = ownerId === undefined ? mixMembers(page, (row) => row.creator_id) : page;
  return { items: shown.map(toWallPicture), next };
}

/** A feed of the home page; the newest where none is named. */
export type Feed = "picks" | "pulse";

/** A page of a feed. Before the first trending snapshot, the newest pictures are shown instead. */
export async function feedPage(
  db: Db,
  { feed, ...input }: FeedInput & { feed?: Feed },
): Promise<WallPage> {
  if (feed === "picks") return picks(db, input);
  if (feed === undefined) return wall(db, input);
  // The cursor of such a page is one of the newest.
  const isStandIn = input.cursor !== undefined && decodeCursor(input.cursor) !== null;
  return (isStandIn ? null : await trending(db, input)) ?? wall(db, input);
}

export type LookupOptions = {
  /** Owners and admins also get their unapproved pictures. See docs/product.md 4.12. */
  includeUnapproved?: boolean;
};

/** The picture, or null when there is none or the actor may not see it. */
export async function pictureById(
  db: Db,
  id: string,
  actor: Actor,
  options: LookupOptions = {},
): Promise<PicturePage | null> {
  if (!isUuid(id)) return null;
  const row = await pageRows(db)
    .where("p.id", "=", id)
    .where(visibleTo(actor, options.includeUnapproved ?? false))
    .executeTakeFirst();
  return row === undefined ? null : toPicturePage(row, actor);
}

/** All names that an address may mean; the first kind that matches wins. */
function namesOf(address: string) {
  const isFilename = isPictureFilename(address);
  return {
    ids: [address, uuidOfFilename(address) ?? ""].filter(isUuid),
    slugs: isFilename ? [withoutExtension(address).toLowerCase()] : [address],
    filenames: [
      address,
      ...(address.includes("-") && !address.includes(".")
        ? guessedExtensions.map((extension) => `${address}.${extension}`)
        : []),
    ],
  };
}

function rankOf(row: PageRow, address: string): number {
  if (row.filename === address) return 0;
  if (row.id === address.toLowerCase()) return 1;
  return row.slug === address ? 2 : 3;
}

/**
 * The picture at `/i/{address}`: by filename, then by id, then by slug, then by the address with the guessed
 * extensions, then by the older forms of a name. Null as for pictureById. See docs/product.md 7.3.
 */
export async function pictureByAddress(
  db: Db,
  address: string,
  actor: Actor,
  options: LookupOptions = {},
): Promise<PicturePage | null> {
  if (address === "" || address.length > longestAddress || !isStorable(address)) return null;
  const { ids, slugs, filenames } = namesOf(address);
  const rows = await pageRows(db)
    .modifyFront(prepared)
    .where((eb) =>
      eb.or([
        eb("p.filename", "in", filenames),
        eb("p.slug", "in", slugs),
        ...(ids.length > 0 ? [eb("p.id", "in", ids)] : []),
      ]),
    )
    .where(visibleTo(actor, options.includeUnapproved ?? false))
    .execute();
  const [best] = rows.toSorted((a, b) => rankOf(a, address) - rankOf(b, address));
  return best === undefined ? null : toPicturePage(best, actor);
}

/** The picture with this filename, in any form of section 5; null as for pictureById. */
export async function pictureByFilename(
  db: Db,
  filename: string,
  actor: Actor,
  options: LookupOptions = {},
): Promise<PicturePage | null> {
  if (!filename.includes(".")) return null;
  return pictureByAddress(db, filename, actor, options);
}

export type RemixSource = {
  id: string;
  title: string;
  slug: string;
  filename: string;
  /** Key of the original in storage. */
  storageKey: string;
  width: number;
  height: number;
  /** Rejected or removed by a moderator: nothing may be made from it. */
  isRefused: boolean;
};

/** A picture that the actor may remix: public and approved, or their own; else null. */
export async function sourceForRemix(
  db: Db,
  actor: Actor,
  pictureId: string,
): Promise<RemixSource | null> {
  if (!isUuid(pictureId)) return null;
  const row = await db
    .selectFrom("pictures as p")
    .select(["p.id", "p.title", "p.slug", "p.filename", "p.width", "p.height"])
    .select("p.storage_key as storageKey")
    .select(sql<boolean>`(p.status = 'rejected' or p.removed_at is not null)`.as("isRefused"))
    .where("p.id", "=", pictureId)
    .where(visibleTo(actor, true))
    .executeTakeFirst();
  return row ?? null;
}
