import { notify } from "#app/db/live.ts";
import { t } from "#app/language/message.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import type { CatalogueModel } from "#app/rules/local-models.ts";
import { actionsOf, type ModelAction } from "#app/rules/model-states.ts";
import type { ConfirmInput, WantInput } from "./inputs.ts";
import {
  lockModel,
  notNow,
  publicPart,
  queued,
  wake,
  writeModel,
  type By,
  type Deciding,
} from "./commands/write.ts";
import { changes } from "./commands/changes.ts";
import { asModelRow, modelsChanged, type ModelRow } from "./queries/rows.ts";

/** The entry with the hashes that were confirmed, for files without one. @throws AppError invalid-request */
function withHashes(entry: CatalogueModel, hashes: Readonly<Record<string, string>>) {
  const open = new Set(entry.files.flatMap(({ path, sha256 }) => (sha256 === null ? path : [])));
  for (const path of Object.keys(hashes)) {
    if (open.has(path)) continue;
    throw fieldError("hashes", "unknown", t`No hash of ${path} is to be confirmed`);
  }
  const files = entry.files.map((file) =>
    open.has(file.path) ? { ...file, sha256: hashes[file.path] ?? null } : file,
  );
  return { ...entry, files };
}

/** A press: fetches, checks and measures the model and offers it, one after the other of those that wait. */
const fresh = {
  ...queued,
  task: "add",
  step: null,
  statements: "[]",
  files: "[]",
  bytes_done: 0,
  bytes_total: null,
  seconds: null,
  peak_bytes: null,
  slow_ok: false,
  offered: false,
  removed_at: null,
  before: null,
};

/**
 * Asks for a model, for admins: it is fetched, checked, measured and offered. Its licence is accepted with it.
 * @throws AppError not-found; invalid-request where the licence is another one; conflict where it was asked for already
 */
export async function wantModel(
  services: Deciding,
  id: string,
  { licence, hashes = {} }: WantInput,
  by: By,
): Promise<void> {
  const { db, modelFiles } = services;
  const entry = (await modelFiles.catalogue()).find((model) => model.id === id);
  if (entry === undefined) throw new AppError("not-found");
  if (licence !== entry.licence.spdx) {
    throw fieldError("licence", "changed", t`Its licence is ${entry.licence.spdx}: read it again`);
  }
  const now = new Date();
  const values = {
    ...fresh,
    entry: JSON.stringify(withHashes(entry, hashes)),
    licence,
    accepted_at: now,
    wanted_at: now,
  };
  await by.audited(db, by, async (tx) => {
    const row = await tx
      .insertInto("models")
      .values({ id, ...values })
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet(values)
          .where("models.state", "in", ["failed", "removed"]),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notNow();
    await notify(tx, modelsChanged, "");
    await wake(services, tx);
    const record = {
      action: "model.want",
      target: { kind: "model" as const, id },
      after: { ...publicPart(asModelRow(row)), ...(Object.keys(hashes).length > 0 && { hashes }) },
    };
    return { result: null, records: [record] };
  });
}

/**
 * Pauses, resumes, cancels, checks, measures, offers, withdraws or removes a model, or undoes its removal, for admins.
 * Casts that wait for a model that is no longer offered are given back when their turn comes.
 * @throws AppError not-found; conflict where its state does not allow that
 */
export async function changeModel(
  services: Deciding,
  id: string,
  action: ModelAction,
  by: By,
): Promise<void> {
  await by.audited(services.db, by, async (tx) => {
    const row = await lockModel(tx, id);
    if (!actionsOf(row).includes(action)) throw notNow();
    const after = await writeModel(tx, id, changes[action](row));
    if (after.state === "queued") await wake(services, tx);
    const record = {
      action: `model.${action}`,
      target: { kind: "model" as const, id },
      before: publicPart(row),
      after: publicPart(after),
    };
    return { result: null, records: [record] };
  });
  await services.localModels.refresh();
}

/** The entry with what the hub stated, where it is what the admin saw. @throws AppError conflict */
function pinned(row: ModelRow, hashes: Readonly<Record<string, string>>): CatalogueModel {
  const isSeen = row.statements.every(({ path, sha256 }) => hashes[path] === sha256);
  if (!isSeen || Object.keys(hashes).length !== row.statements.length) throw notNow();
  const stated = new Map(row.statements.map((statement) => [statement.path, statement]));
  const files = row.entry.files.map((file) => {
    const statement = file.sha256 === null ? stated.get(file.path) : undefined;
    if (!statement) return file;
    const { sha256, bytes, revision } = statement;
    return { ...file, sha256, bytes, revision };
  });
  return { ...row.entry, files };
}

/**
 * Confirms what a model asks, for admins: hashes that are pinned from now on, or a picture that takes long.
 * @throws AppError not-found; conflict where it asks something else
 */
export async function confirmModel(
  services: Deciding,
  id: string,
  given: ConfirmInput,
  by: By,
): Promise<void> {
  await by.audited(services.db, by, async (tx) => {
    const row = await lockModel(tx, id);
    if (row.asks !== given.asks) throw notNow();
    const after =
      given.asks === "hashes"
        ? await writeModel(tx, id, {
            ...queued,
            entry: JSON.stringify(pinned(row, given.hashes)),
            statements: "[]",
          })
        : await writeModel(tx, id, { state: "ready", asks: null, slow_ok: true, offered: true });
    if (after.state === "queued") await wake(services, tx);
    const record = {
      action: "model.confirm",
      target: { kind: "model" as const, id },
      before: { ...publicPart(row), ...(row.asks === "slow" && { seconds: row.seconds }) },
      after: { ...publicPart(after), ...(given.asks === "hashes" && { hashes: given.hashes }) },
    };
    return { result: null, records: [record] };
  });
  await services.localModels.refresh();
}
