import { sql } from "kysely";
import type { Member } from "../../../lib/actor.ts";
import type { NoteDeed } from "../../../lib/deeds.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Services } from "../../../services.ts";
import type { PictureChanges } from "../inputs.ts";
import { canEdit } from "../policy.ts";
import type { GenMeta } from "../queries/page.ts";
import { removeFiles, writeOriginal } from "./files.ts";
import { pageAddress } from "./store.ts";

/**
 * A picture that the actor may change or delete.
 * @throws AppError not-found, also for somebody else's picture
 */
export async function editable(services: Pick<Services, "db">, actor: Member, id: string) {
  const row = await services.db
    .selectFrom("pictures as p")
    .innerJoin("users as u", "u.id", "p.owner_id")
    .leftJoin("pictures as s", (join) =>
      join
        .onRef("s.id", "=", "p.source_picture_id")
        .on("s.is_public", "=", true)
        .on("s.approved", "=", true),
    )
    .selectAll("p")
    .select(["u.name as creator_name", "s.slug as source_slug"])
    .where("p.id", "=", id)
    .executeTakeFirst();
  if (row === undefined || !canEdit(actor, { ownerId: row.owner_id })) {
    throw new AppError("not-found");
  }
  return row;
}

type Editable = Awaited<ReturnType<typeof editable>>;

/** Writes the original anew when what stands inside it changes; the picture itself stays as it is. */
async function restamp(services: Services, row: Editable, changes: PictureChanges) {
  const title = changes.title ?? row.title;
  const license = changes.license ?? row.license;
  const hidden = changes.prompt_hidden ?? row.prompt_hidden;
  if (title === row.title && license === row.license && hidden === row.prompt_hidden) return null;
  const original = await services.storage.get(row.storage_key);
  if (original === null) throw new Error(`the original of picture ${row.id} is missing`);
  const meta = row.gen_meta as GenMeta;
  return writeOriginal(services, original.bytes, {
    title,
    ...(row.prompt !== null && !hidden && { prompt: row.prompt }),
    creator: row.creator_name,
    engine: meta.engine?.label ?? "unknown",
    ...(meta.seed !== undefined && { seed: meta.seed }),
    ...(row.source_slug !== null && { source: pageAddress(services, row.source_slug) }),
    license,
    page: pageAddress(services, row.slug),
    createdAt: row.created_at,
    neural: meta.engine?.neural ?? true,
  });
}

/** Where the deeds of admins on pictures of others are written down. */
export type Oversight = { note: NoteDeed; requestId: string };

/** What an admin can change of a picture as the log keeps it. */
const changeable = [
  "title",
  "description",
  "tags",
  "license",
  "is_public",
  "prompt_hidden",
] as const;

function keptOf(row: Pick<Editable, (typeof changeable)[number]>, changes: PictureChanges) {
  const keys = changeable.filter((key) => changes[key] !== undefined);
  return {
    before: Object.fromEntries(keys.map((key) => [key, row[key]])),
    after: Object.fromEntries(keys.map((key) => [key, changes[key]])),
  };
}

/**
 * Changes what a member may change of a picture of theirs; addresses stay. Admins may change every picture.
 * @param oversight is told when an admin changes somebody else's
 * @throws AppError not-found, also for somebody else's picture; conflict when it was changed at the same moment
 */
export async function updatePicture(
  services: Services,
  actor: Member,
  id: string,
  changes: PictureChanges,
  oversight?: Oversight,
): Promise<void> {
  const row = await editable(services, actor, id);
  const written = await restamp(services, row, changes);
  const isDone = await services.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable("pictures")
      .set({
        ...changes,
        ...(written && {
          storage_key: written.storageKey,
          sha256: written.sha256,
          bytes: written.bytes,
        }),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", id)
      // Somebody else's new file must not be lost.
      .where("sha256", "=", row.sha256)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
    if (actor.userId !== row.owner_id) {
      const target = { kind: "picture" as const, id };
      const deed = { action: "picture.change", target, ...keptOf(row, changes) };
      await oversight?.note(tx, { admin: actor, requestId: oversight.requestId }, [deed]);
    }
    return true;
  });
  if (written !== null && written.sha256 !== row.sha256) {
    const old = { storageKey: row.storage_key, sha256: row.sha256 };
    await removeFiles(services, isDone ? old : written);
  }
  if (!isDone) throw new AppError("conflict", { detail: "The picture was changed meanwhile" });
}
