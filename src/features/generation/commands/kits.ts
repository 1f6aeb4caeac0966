import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { kitLimits } from "#app/rules/style-kit.ts";
import type { Services } from "#app/services.ts";
import { pictureById } from "#app/features/pictures/queries.ts";
import type { KitChanges, NewKit } from "../inputs.ts";
import type { BoardInput } from "../inputs/references.ts";
import { countKits, kitById, type StyleKit } from "../queries/kits.ts";
import { checkBoard, writeBoard } from "./mood-boards.ts";

/** Kits of one member. */
const mostKits = 200;

type Draft = {
  name: string;
  palette: readonly string[];
  material: string;
  lighting: string;
  camera: string;
  pictureId?: string;
  board?: BoardInput;
};

const short = (text: string, most: number) => Array.from(text).slice(0, most).join("").trim();

async function draftOf({ db }: Pick<Services, "db">, actor: Member, input: NewKit): Promise<Draft> {
  if ("kit" in input) {
    const kit = await kitById(db, actor, input.kit);
    if (kit === null) throw fieldError("kit", "unknown", t`There is no such kit`);
    const board = kit.board.map(({ id, role }) => ({ pictureId: id, role }));
    return { ...kit, board, name: short(t`${kit.name} copy`, kitLimits.name) };
  }
  if (!("picture" in input)) return input;
  const picture = await pictureById(db, input.picture, actor, { includeUnapproved: true });
  if (picture === null) throw fieldError("picture", "unknown", t`There is no such picture`);
  return {
    name: short(picture.title, kitLimits.name),
    palette: picture.colors,
    material: short(picture.prompt ?? picture.tags.join(", "), kitLimits.words),
    lighting: "",
    camera: "",
    pictureId: picture.id,
  };
}

/** A picture that a kit may show: one that the member may see. */
async function coverOf({ db }: Pick<Services, "db">, actor: Member, id: string | undefined) {
  if (id === undefined) return null;
  const picture = await pictureById(db, id, actor, { includeUnapproved: true });
  if (picture === null) throw fieldError("pictureId", "unknown", t`There is no such picture`);
  return picture.id;
}

/**
 * Makes a kit of the member's own: as given, as a copy of one they may use, or from a picture's palette and words.
 * @throws AppError invalid-request; conflict when they have too many
 */
export async function createKit(
  services: Pick<Services, "db">,
  actor: Member,
  input: NewKit,
): Promise<StyleKit> {
  const draft = await draftOf(services, actor, input);
  const cover = await coverOf(services, actor, draft.pictureId);
  const { board = [] } = draft;
  await checkBoard(services, actor, board);
  if ((await countKits(services.db, actor)) >= mostKits) {
    throw new AppError("conflict", { detail: t`At most ${mostKits} kits can be kept` });
  }
  const id = uuidv7();
  await services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("style_kits")
      .values({
        id,
        owner_id: actor.userId,
        name: draft.name,
        palette: [...draft.palette],
        material: draft.material,
        lighting: draft.lighting,
        camera: draft.camera,
        picture_id: cover,
      })
      .execute();
    await writeBoard(tx, id, board);
  });
  return ownKit(services, actor, id);
}

/** A kit as the member had it elsewhere. */
export type KitToTakeOver = Omit<Draft, "pictureId" | "board"> & {
  board: BoardInput;
  pictureId: string | null;
  isShared: boolean;
  createdAt: Date;
};

/**
 * Adds a kit that the member had elsewhere; one that is there already is left alone.
 * @returns whether it was added; not beyond the most that a member may have
 */
export async function takeOverKit(
  { db }: Pick<Services, "db">,
  actor: Member,
  { pictureId, isShared, createdAt, board, ...kit }: KitToTakeOver,
): Promise<boolean> {
  const known = await db
    .selectFrom("style_kits")
    .select("id")
    .where("owner_id", "=", actor.userId)
    .where("name", "=", kit.name)
    .where("created_at", "=", createdAt)
    .executeTakeFirst();
  if (known !== undefined || (await countKits(db, actor)) >= mostKits) return false;
  const id = uuidv7();
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("style_kits")
      .values({
        ...kit,
        id,
        owner_id: actor.userId,
        palette: [...kit.palette],
        picture_id: pictureId,
        is_shared: isShared,
        created_at: createdAt,
      })
      .execute();
    await writeBoard(tx, id, board);
  });
  return true;
}

async function ownKit({ db }: Pick<Services, "db">, actor: Member, id: string): Promise<StyleKit> {
  const kit = isUuid(id) ? await kitById(db, actor, id) : null;
  if (kit === null || kit.kind !== "own") throw new AppError("not-found");
  return kit;
}

/** Changes a kit of the member's own. Casts keep it as it was. @throws AppError not-found */
export async function updateKit(
  services: Pick<Services, "db">,
  actor: Member,
  id: string,
  { isShared, board, ...changes }: KitChanges,
): Promise<StyleKit> {
  await ownKit(services, actor, id);
  if (board !== undefined) await checkBoard(services, actor, board);
  await services.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable("style_kits")
      .set({
        ...changes,
        ...(isShared !== undefined && { is_shared: isShared }),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", id)
      .where("owner_id", "=", actor.userId)
      .executeTakeFirst();
    if (board !== undefined && changed.numUpdatedRows > 0n) await writeBoard(tx, id, board);
  });
  return ownKit(services, actor, id);
}

/** Deletes a kit of the member's own. @throws AppError not-found */
export async function deleteKit(
  services: Pick<Services, "db">,
  actor: Member,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  const deleted = await services.db
    .deleteFrom("style_kits")
    .where("id", "=", id)
    .where("owner_id", "=", actor.userId)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw new AppError("not-found");
}

/**
 * Takes a shared kit down: its owner alone may use it. @returns its name
 * @throws AppError not-found when the member shares no such kit
 */
export async function takeDownKit(
  tx: AuditedTransaction,
  ownerId: string,
  id: string,
): Promise<string> {
  const taken = await tx
    .updateTable("style_kits")
    .set({ hidden_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .where("is_shared", "=", sql.lit(true))
    .where("hidden_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  if (taken === undefined)
    throw new AppError("not-found", { detail: t`There is no such shared kit` });
  return taken.name;
}

/** Undoes that; does nothing where the kit is gone. */
export async function restoreKit(tx: AuditedTransaction, id: string): Promise<void> {
  await tx.updateTable("style_kits").set({ hidden_at: null }).where("id", "=", id).execute();
}
