import { sql } from "kysely";
import { plural, t } from "#app/language/message.ts";
import { notify } from "#app/db/live.ts";
import type { EngineSettings } from "#app/engine-settings.ts";
import type { AdminAction, Audited, AuditedTransaction } from "#app/lib/audit.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { type EngineKind, needsKey, needsModels } from "#app/rules/engine-kinds.ts";
import type { Services } from "#app/services.ts";
import type { EngineChanges, EngineTest, NewEngine } from "../inputs/engines.ts";
import { askEngine, type EngineReport } from "../queries/engine-trial.ts";
import { enginesChanged, settingsOf, type StoredEngine } from "../queries/own-engines.ts";

type Deciding = Pick<Services, "accounts" | "db" | "env" | "ownEngines">;
type By = AdminAction & { audited: Audited };

const mostEngines = 50;

/** What the audit log says of an engine; never its key. */
const publicPart = (row: StoredEngine) => ({
  label: row.label,
  url: row.url,
  models: row.models,
  defaults: row.defaults,
  workflow: row.workflow,
  workflowFile: row.workflow_name,
  deadline: row.deadline,
  concurrency: row.concurrency,
  bills: row.bills,
  priceFactor: row.price_factor,
  audience: row.audience,
  isOn: row.is_on,
  hasKey: row.sealed_key !== null,
});

/** @throws AppError invalid-request that names the field without which the engine cannot be opened */
function assertUsable({ ownEngines }: Pick<Services, "ownEngines">, settings: EngineSettings) {
  if (needsKey(settings.kind) && settings.apiKey === undefined) {
    throw fieldError("key", "required", t`This kind needs a key`);
  }
  if (needsModels(settings.kind) && settings.models.length === 0) {
    throw fieldError("models", "required", t`This kind needs the names of its models`);
  }
  if (settings.workflow === "file" && settings.workflowText === undefined) {
    throw fieldError("workflowFile", "required", t`Choose the file of the workflow`);
  }
  const fault = ownEngines.faultOf(settings);
  if (fault === null) return;
  const field = fault.setting === "workflow" ? "workflowFile" : fault.setting;
  throw fieldError(field, "unusable", fault.reason);
}

/** The columns that an input sets; those that it leaves out are left out. */
const columnsOf = (given: Partial<NewEngine>) => ({
  ...(given.label !== undefined && { label: given.label }),
  ...(given.url !== undefined && { url: given.url }),
  ...(given.models !== undefined && { models: given.models }),
  ...(given.defaults !== undefined && { defaults: given.defaults }),
  ...(given.workflow !== undefined && {
    workflow: given.workflow,
    ...(given.workflow !== "file" && { workflow_name: null, workflow_text: null }),
  }),
  ...(given.workflow === "file" &&
    given.workflowFile !== undefined && {
      workflow_name: given.workflowFile.name,
      workflow_text: given.workflowFile.text,
    }),
  ...(given.deadline !== undefined && { deadline: given.deadline }),
  ...(given.concurrency !== undefined && { concurrency: given.concurrency }),
  ...(given.bills !== undefined && { bills: given.bills }),
  ...(given.priceFactor !== undefined && { price_factor: given.priceFactor }),
  ...(given.audience !== undefined && { audience: given.audience }),
});

/**
 * Adds an engine, for admins. All processes draw with it a moment later.
 * @returns its id
 * @throws AppError invalid-request; conflict where there is an engine of this kind and name
 */
export async function addEngine(services: Deciding, given: NewEngine, by: By): Promise<string> {
  const { accounts, db, env, ownEngines } = services;
  const id = `${given.kind}:${given.name}`;
  const key = given.key || null;
  assertUsable(services, settingsOf({ ...given, ...columnsOf(given), id, key }));
  if (env.ENGINES.some((one) => one.id === id)) {
    throw new AppError("conflict", { detail: t`The environment sets up an engine of this name` });
  }
  const sealed = key && (await accounts.engineKeys.seal(key));
  await by.audited(db, by, async (tx) => {
    const { kind, label, url, deadline, concurrency, bills } = given;
    const row = await tx
      .insertInto("engines")
      .values({
        ...columnsOf(given),
        id,
        kind,
        label,
        url,
        deadline,
        concurrency,
        bills,
        sealed_key: sealed,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError("conflict", { detail: t`There is an engine of this name` });
    const { count } = await tx
      .selectFrom("engines")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count > mostEngines) {
      throw new AppError("conflict", { detail: t`There are ${mostEngines} engines already` });
    }
    await notify(tx, enginesChanged, "");
    const target = { kind: "engine" as const, id };
    return { result: null, records: [{ action: "engine.add", target, after: publicPart(row) }] };
  });
  await ownEngines.refresh();
  return id;
}

/** Locks an engine. @throws AppError not-found; conflict when it is not as the admin saw it */
async function lockEngine(
  tx: AuditedTransaction,
  id: string,
  version: number,
): Promise<StoredEngine> {
  const row = await tx
    .selectFrom("engines")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not-found");
  if (row.version !== version) {
    throw new AppError("conflict", {
      detail: t`This engine was changed elsewhere since you saw it: look at it again`,
    });
  }
  return row;
}

/**
 * The key that counts: what was typed, else the stored one.
 * @throws AppError invalid-request where the stored one would be sent to another address than it was typed for, or
 * cannot be read
 */
async function keyFor(
  { accounts }: Pick<Services, "accounts">,
  { key, url }: { key?: string; url?: string },
  row: StoredEngine | null,
): Promise<string | null> {
  if (key !== undefined) return key || null;
  if (!row?.sealed_key) return null;
  if (url !== undefined && new URL(url).origin !== new URL(row.url).origin) {
    throw fieldError("key", "required", t`Type the key again: the address is another one`);
  }
  return accounts.engineKeys.unseal(row.sealed_key).catch(() => {
    throw fieldError("key", "unreadable", t`The stored key cannot be read: type it again`);
  });
}

/**
 * Changes an engine, or switches it on or off, for admins. Casts that wait are drawn, with the engine as it is then.
 * @throws AppError not-found, conflict, invalid-request
 */
export async function changeEngine(
  services: Deciding,
  id: string,
  { version, isOn, ...given }: EngineChanges,
  by: By,
): Promise<void> {
  const { accounts, db, ownEngines } = services;
  await by.audited(db, by, async (tx) => {
    const row = await lockEngine(tx, id, version);
    const changed = { ...row, ...columnsOf(given), is_on: isOn ?? row.is_on };
    // Switching it on or off asks nothing of the key: an engine that is broken can be switched off.
    if (Object.keys(given).length > 0) {
      const key = await keyFor(services, given, row);
      const kind = row.kind as EngineKind;
      assertUsable(services, settingsOf({ ...changed, kind, key }));
      if (given.key !== undefined) {
        changed.sealed_key = key && (await accounts.engineKeys.seal(key));
      }
    }
    const { id: _id, kind: _kind, version: _version, created_at: _created, ...columns } = changed;
    await tx
      .updateTable("engines")
      .set({ ...columns, version: version + 1, changed_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
    await notify(tx, enginesChanged, "");
    const record = {
      action: "engine.change",
      target: { kind: "engine" as const, id },
      before: publicPart(row),
      after: { ...publicPart(changed), ...(given.key !== undefined && { keyTyped: true }) },
    };
    return { result: null, records: [record] };
  });
  await ownEngines.refresh();
}

/**
 * Removes an engine for good, for admins. Its row is locked, so that no cast is placed meanwhile.
 * @throws AppError not-found; conflict while casts wait for it or are drawn by it
 */
export async function removeEngine(
  { db, ownEngines }: Deciding,
  id: string,
  version: number,
  by: By,
): Promise<void> {
  await by.audited(db, by, async (tx) => {
    const row = await lockEngine(tx, id, version);
    const { count } = await tx
      .selectFrom("generations")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("engine", "=", id)
      .where("state", "in", [sql.lit("queued"), sql.lit("running")])
      .executeTakeFirstOrThrow();
    if (count > 0) {
      throw new AppError("conflict", {
        detail: plural(
          count,
          "# cast waits for this engine or is drawn by it: switch it off, and remove it when that is done",
          "# casts wait for this engine or are drawn by it: switch it off, and remove it when they are done",
        ),
      });
    }
    await tx.deleteFrom("engines").where("id", "=", id).execute();
    await notify(tx, enginesChanged, "");
    const target = { kind: "engine" as const, id };
    return {
      result: null,
      records: [{ action: "engine.remove", target, before: publicPart(row) }],
    };
  });
  await ownEngines.refresh();
}

/** Asks a service with settings that need not be stored. @throws AppError invalid-request, not-found */
export async function testEngine(
  services: Deciding,
  { id, ...given }: EngineTest,
): Promise<EngineReport> {
  const { db, ownEngines } = services;
  const row =
    id === undefined
      ? null
      : await db.selectFrom("engines").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new AppError("not-found");
  const key = await keyFor(services, given, row);
  const settings = settingsOf({
    ...given,
    workflow_text: given.workflow === "file" ? (row?.workflow_text ?? null) : null,
    ...columnsOf(given),
    id: id ?? `${given.kind}:trial`,
    key,
  });
  assertUsable(services, settings);
  return ownEngines.trial(settings, askEngine);
}
