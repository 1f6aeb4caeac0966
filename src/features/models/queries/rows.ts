import type { Kysely, Selectable } from "kysely";
import type { Database, Models } from "#app/db/schema.ts";
import type { CatalogueModel, InstalledFile, InstalledModel } from "#app/rules/local-models.ts";
import type { ModelFaultFacts, ModelFaultKind } from "#app/rules/model-faults.ts";
import type { KeptState, ModelAsk, ModelStep, ModelTask } from "#app/rules/model-states.ts";

/** The channel that tells all processes which models there are to draw with. */
export const modelsChanged = "models_changed";
/** The channel that tells of progress alone. */
export const modelsProgress = "models_progress";

/** What the hub stated of a file, and an admin has to confirm. */
export type Statement = { path: string; sha256: string; bytes: number; revision: string };

/** What a model was before it was removed. */
export type BeforeRemoval = { state: KeptState; offered: boolean };

/** Why a file could not be had, for a sentence in any language. */
export type KeptFault = { kind: ModelFaultKind; facts: ModelFaultFacts };

/** A model that was asked for. */
export type ModelRow = Omit<
  Selectable<Models>,
  "entry" | "files" | "statements" | "state" | "task" | "step" | "asks" | "before" | "fault"
> & {
  entry: CatalogueModel;
  files: InstalledFile[];
  statements: Statement[];
  state: KeptState;
  task: ModelTask;
  step: ModelStep | null;
  asks: ModelAsk | null;
  before: BeforeRemoval | null;
  fault: KeptFault | null;
};

/** The columns are written by this slice alone, and checked before they are. */
export const asModelRow = (row: Selectable<Models>) => row as unknown as ModelRow;

/** All models that were asked for, the oldest wish first. */
export async function modelRows(db: Kysely<Database>): Promise<ModelRow[]> {
  const rows = await db
    .selectFrom("models")
    .selectAll()
    .orderBy("wanted_at")
    .orderBy("id")
    .execute();
  return rows.map(asModelRow);
}

/** One model; null where nobody has asked for it. */
export async function modelRow(db: Kysely<Database>, id: string): Promise<ModelRow | null> {
  const row = await db.selectFrom("models").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? asModelRow(row) : null;
}

/** A model as what draws knows it. */
export const installedOf = ({ entry, files, seconds }: ModelRow): InstalledModel => ({
  model: entry,
  files,
  secondsPerPicture: seconds,
});

/** The models that members may cast with, the oldest wish first. */
export async function installedModels(db: Kysely<Database>): Promise<InstalledModel[]> {
  const rows = await db
    .selectFrom("models")
    .selectAll()
    .where("offered", "=", true)
    .orderBy("wanted_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => installedOf(asModelRow(row)));
}
