/** Models that tests ask for as admins do, over a hub and a runtime that only tell. */
import { audited } from "#app/features/admin/commands.ts";
import { changeModel, wantModel } from "#app/features/models/commands.ts";
import { installedModels, modelRow } from "#app/features/models/queries/rows.ts";
import { isAppError } from "#app/lib/errors.ts";
import type { CatalogueModel } from "#app/rules/local-models.ts";
import type { ModelAction } from "#app/rules/model-states.ts";
import { memoryHub, toldRuntime } from "./models.ts";
import { testServices } from "./services.ts";

/** The commands of models with what they need, and what tests read of them. */
export async function openPressedModels(models: readonly CatalogueModel[]) {
  const hub = await memoryHub(models);
  const runtime = toldRuntime();
  const services = await testServices({ modelFiles: hub, localModels: runtime });
  const by = { system: "operator" as const, audited };
  return {
    hub,
    runtime,
    services,
    by,
    /** Asks for a model and accepts its licence. */
    want: ({ id, licence }: CatalogueModel, hashes?: Record<string, string>) =>
      wantModel(services, id, { licence: licence.spdx, hashes }, by),
    act: ({ id }: CatalogueModel, action: ModelAction) => changeModel(services, id, action, by),
    async row({ id }: CatalogueModel) {
      const found = await modelRow(services.db, id);
      if (!found) throw new Error(`nobody has asked for ${id}`);
      return found;
    },
    offered: async () => (await installedModels(services.db)).map(({ model }) => model.id),
    /** Forgets all models, and has hub and runtime as they were. */
    async reset() {
      await services.db.deleteFrom("models").execute();
      hub.reset();
      runtime.reset();
    },
    async close() {
      await services.close();
      await hub.close();
    },
  };
}

/** The code of a refusal; null where there was none. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
