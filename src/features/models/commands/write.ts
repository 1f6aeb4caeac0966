import type { Updateable } from "kysely";
import { notify } from "#app/db/live.ts";
import type { Models } from "#app/db/schema.ts";
import type { AdminAction, Audited, AuditedTransaction, SystemAction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { t } from "#app/language/message.ts";
import type { Services } from "#app/services.ts";
import { asModelRow, modelsChanged, type ModelRow } from "../queries/rows.ts";

/** What commands of models need. */
export type Deciding = Pick<Services, "db" | "jobs" | "localModels" | "modelFiles">;
export type By = (AdminAction | SystemAction) & { audited: Audited };

/** What the audit log says of a model. */
export const publicPart = ({ state, task, licence, offered }: ModelRow) => ({
  state,
  task,
  licence,
  offered,
});

/** Locks a model. @throws AppError not-found */
export async function lockModel(tx: AuditedTransaction, id: string): Promise<ModelRow> {
  const row = await tx
    .selectFrom("models")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not-found");
  return asModelRow(row);
}

/** The refusal of an action that the state does not allow: somebody else was faster. */
export const notNow = () =>
  new AppError("conflict", { detail: t`This model is not as you saw it: look at it again` });

/** Writes to a locked model and tells all processes. @returns the model as it is then */
export async function writeModel(
  tx: AuditedTransaction,
  id: string,
  values: Updateable<Models>,
): Promise<ModelRow> {
  const row = await tx
    .updateTable("models")
    .set(values)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notify(tx, modelsChanged, "");
  return asModelRow(row);
}

/** Values of a model that waits for its turn. */
export const queued = {
  state: "queued",
  asks: null,
  reason: null,
  fault: null,
  run: null,
  rate: null,
  part: 0,
};

/** Wakes a worker for what waits. */
export const wake = ({ jobs }: Pick<Services, "jobs">, tx: AuditedTransaction) =>
  jobs.enqueue(tx, "model", {});
