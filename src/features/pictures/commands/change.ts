import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { formatOfKey } from "#app/rules/picture-files.ts";
import { paletteLab } from "#app/rules/oklab.ts";
import type { Services } from "#app/services.ts";
import type { DraftChanges, PictureChanges } from "../inputs.ts";
import type { GenMeta } from "../queries/page.ts";
import { mayEdit, writeAs, type Editor } from "./editor.ts";
import { removeFiles, writeOriginal, type WrittenOriginal } from "./files.ts";
import { claimsOf, madeWith } from "./references.ts";
import { pageAddress, parentsOf, sourceOf } from "./source.ts";

/** What can be changed of a picture: some of it only before it is published. */
export type FieldChanges = PictureChanges & DraftChanges;

/** Attempts, each of which may lose to a concurrent change. */
export const mostTries = 10;

/** The query of pictures with all that their files say. */
export function editableRows({ db }: Pick<Services, "db">) {
  return db
    .selectFrom("pictures as p")
    .innerJoin("users as u", "u.id", "p.owner_id")
    .selectAll("p")
    .select("u.name as creator_name");
}

export type Editable = Awaited<ReturnType<ReturnType<typeof editableRows>["execute"]>>[number];

/**
 * A picture that the editor may change or delete.
 * @throws AppError not-found, also for somebody else's picture
 */
export async function editable(
  services: Pick<Services, "db">,
  editor: Editor,
  id: string,
): Promise<Editable> {
  const row = await editableRows(services).where("p.id", "=", id).executeTakeFirst();
  if (row === undefined || !mayEdit(editor, { ownerId: row.owner_id })) {
    throw new AppError("not-found");
  }
  return row;
}

/** The owner of a picture that the editor may delete. @throws AppError not-found, also for somebody else's picture */
export async function mayErase(
  services: Pick<Services, "db">,
  editor: Editor,
  id: string,
): Promise<{ ownerId: string }> {
  const { owner_id: ownerId } = await editable(services, editor, id);
  return { ownerId };
}

/** Fields that are stored in the file as well as in the row. */
const stampedKeys = ["title", "license", "prompt", "prompt_hidden"] as const;

/** The file with the changes written into it; null when they do not affect the file. */
export async function restamp(
  services: Services,
  row: Editable,
  changes: FieldChanges,
): Promise<WrittenOriginal | "missing" | null> {
  const isSame = stampedKeys.every(
    (key) => changes[key] === undefined || changes[key] === row[key],
  );
  return isSame ? null : rewriteFile(services, row, changes);
}

/** Writes the file again, with what the row and the changes say now. */
export async function rewriteFile(
  services: Services,
  row: Editable,
  changes: FieldChanges = {},
): Promise<WrittenOriginal | "missing"> {
  const original = await services.storage.get(row.storage_key);
  if (original === null) return "missing";
  return rewrite(services, row, { changes, original: original.bytes, before: row.sha256 });
}

/**
 * A picture's file written anew with what is stored of it and with the changes.
 * @param before digest of the version with the same pixels, if there is one
 */
export async function rewrite(
  services: Services,
  row: Editable,
  { changes, original, before }: { changes: FieldChanges; original: Uint8Array; before?: string },
): Promise<WrittenOriginal> {
  const meta = row.gen_meta as GenMeta;
  const hidden = changes.prompt_hidden ?? row.prompt_hidden;
  const prompt = changes.prompt === undefined ? row.prompt : changes.prompt;
  const source = await sourceOf(services, row.source_picture_id);
  const provenance = {
    title: changes.title ?? row.title,
    ...(prompt !== null && !hidden && { prompt }),
    creator: row.creator_name,
    engine: meta.engine?.label ?? "unknown",
    ...(meta.seed !== undefined && { seed: meta.seed }),
    ...(source && { source: pageAddress(services, source.slug), sourceId: source.id }),
    license: changes.license ?? row.license,
    page: pageAddress(services, row.slug),
    pictureId: row.id,
    createdAt: row.created_at,
    neural: meta.engine?.neural ?? true,
    ...(meta.edit && { isEdit: true }),
  };
  const parents = [
    ...(await parentsOf(services, row.source_picture_id, source)),
    ...(await claimsOf(services, await madeWith(services, row.id))),
  ];
  const file = { bytes: original, format: formatOfKey(row.storage_key) };
  return writeOriginal(services, file, provenance, { before, parents });
}

/** The changed fields for the audit log: inputs.ts allows no other keys. */
export function keptOf(row: Pick<Editable, keyof FieldChanges>, changes: FieldChanges) {
  const all = Object.keys(changes) as (keyof FieldChanges)[];
  const keys = all.filter((key) => changes[key] !== undefined);
  return {
    before: Object.fromEntries(keys.map((key) => [key, row[key]])),
    after: Object.fromEntries(keys.map((key) => [key, changes[key]])),
  };
}

/** The columns of a change and of the file that it was written into. */
export function columnsOf(changes: FieldChanges, written: WrittenOriginal | null) {
  return {
    ...changes,
    ...(changes.colors && { palette_lab: paletteLab(changes.colors) }),
    ...(written && {
      storage_key: written.storageKey,
      sha256: written.sha256,
      bytes: written.bytes,
    }),
  };
}

/** Whether the picture still has the original that was read. */
async function isCurrent({ db }: Pick<Services, "db">, { id, sha256 }: Editable): Promise<boolean> {
  const row = await db
    .selectFrom("pictures")
    .select("id")
    .where("id", "=", id)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the row and the audit entry. @returns false when the picture has another original by now */
async function writeRow(
  services: Services,
  editor: Editor,
  {
    row,
    changes,
    written,
  }: { row: Editable; changes: FieldChanges; written: WrittenOriginal | null },
): Promise<boolean> {
  const { id } = row;
  return writeAs(services.db, editor, { ownerId: row.owner_id }, async (tx) => {
    const changed = await tx
      .updateTable("pictures")
      .set({
        ...columnsOf(changes, written),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", id)
      .where("sha256", "=", row.sha256)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return { result: false, record: null };
    const target = { kind: "picture" as const, id };
    return {
      result: true,
      record: { action: "picture.change", target, ...keptOf(row, changes) },
    };
  });
}

/**
 * One attempt to change a picture as it is now.
 * @returns false when somebody else changed its file in the meantime; then nothing has changed
 */
async function tryUpdate(
  services: Services,
  editor: Editor,
  id: string,
  changes: FieldChanges,
): Promise<boolean> {
  const row = await editable(services, editor, id);
  const stamped = await restamp(services, row, changes);
  if (stamped === "missing") {
    if (!(await isCurrent(services, row))) return false;
    services.log.error(
      { picture: id, key: row.storage_key },
      "the original of a picture is missing",
    );
  }
  const written = stamped === "missing" ? null : stamped;
  // If this throws, the row may or may not be written: the unused file is swept later.
  const isDone = await writeRow(services, editor, { row, changes, written });
  if (written !== null) {
    const old = { storageKey: row.storage_key, sha256: row.sha256 };
    await removeFiles(services, isDone ? old : written);
  }
  return isDone;
}

/**
 * Changes the editable fields of a member's picture; addresses stay; admins may change every picture. Of
 * concurrent changes each is made, and for one field the last one wins.
 * @throws AppError not-found, also for somebody else's picture; conflict when others change it again and again
 */
export async function updatePicture(
  services: Services,
  editor: Editor,
  id: string,
  changes: FieldChanges,
): Promise<void> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    if (await tryUpdate(services, editor, id, changes)) return;
  }
  throw new AppError("conflict", { detail: t`The picture was changed meanwhile` });
}
