import type { Kysely, Selectable } from "kysely";
import type { Database, Engines } from "#app/db/schema.ts";
import { type EngineSettings, readDefaults, readModels } from "#app/engine-settings.ts";
import type { Actor } from "#app/lib/actor.ts";
import { type Audience, isInAudience } from "#app/rules/engine-audience.ts";
import type { EngineKind } from "#app/rules/engine-kinds.ts";
import type { Services } from "#app/services.ts";
import { hasPlan } from "#app/features/payments/queries.ts";
import type { EngineListing, EngineState } from "./engines.ts";

/** The channel that tells all processes that an admin has changed an engine. */
export const enginesChanged = "engines_changed";

/** An engine that an admin has set up, as it is stored. */
export type StoredEngine = Selectable<Engines>;

/** The stored engines, the oldest first. */
export const storedEngines = (db: Kysely<Database>): Promise<StoredEngine[]> =>
  db.selectFrom("engines").selectAll().orderBy("created_at").orderBy("id").execute();

type Connection = Pick<
  StoredEngine,
  "label" | "url" | "models" | "defaults" | "workflow" | "deadline" | "concurrency" | "bills"
> & { id: string; kind: EngineKind; key: string | null; workflow_text?: string | null };

/** What an adapter is opened with. */
export function settingsOf(given: Connection): EngineSettings {
  return {
    id: given.id,
    kind: given.kind,
    label: given.label,
    baseUrl: given.url,
    ...(given.key !== null && { apiKey: given.key }),
    headers: {},
    models: readModels(given.models),
    deadlineMs: given.deadline * 1000,
    concurrency: given.concurrency,
    bills: given.bills,
    workflow: given.workflow,
    ...(typeof given.workflow_text === "string" && { workflowText: given.workflow_text }),
    defaults: readDefaults(given.defaults) ?? {},
  };
}

/** The settings of all stored engines with their keys; one whose key cannot be read is left out, and logged. */
export async function ownEngineSettings({
  db,
  accounts,
  log,
}: Pick<Services, "db" | "accounts" | "log">): Promise<EngineSettings[]> {
  const rows = await storedEngines(db);
  const opened = rows.map(async (row) => {
    try {
      const key = row.sealed_key && (await accounts.engineKeys.unseal(row.sealed_key));
      return [settingsOf({ ...row, kind: row.kind as EngineKind, key })];
    } catch (err) {
      log.error({ engine: row.id, err }, "the key of an engine was encrypted with another secret");
      return [];
    }
  });
  return (await Promise.all(opened)).flat();
}

/** What an admin has decided about an engine: its price, who may cast with it, and whether anybody may. */
export type EngineTerms = {
  label: string;
  priceFactor: number;
  audience: Audience;
  isOn: boolean;
  version: number;
};

/** The terms of stored engines by their ids; those that the environment sets up have none. */
export async function ownTerms(
  { db, env }: Pick<Services, "db" | "env">,
  only?: string,
): Promise<ReadonlyMap<string, EngineTerms>> {
  const rows = await db
    .selectFrom("engines")
    .select(["id", "label", "price_factor", "audience", "is_on", "version"])
    .$if(only !== undefined, (query) => query.where("id", "=", only ?? ""))
    .execute();
  return new Map(
    rows
      .filter((row) => !env.ENGINES.some(({ id }) => id === row.id))
      .map(({ id, label, price_factor, audience, is_on, version }) => [
        id,
        {
          label,
          priceFactor: price_factor,
          audience: audience as Audience,
          isOn: is_on,
          version,
        },
      ]),
  );
}

/** Whether somebody belongs to those who may use an engine. */
export async function mayUse(
  { db, payments }: Pick<Services, "db" | "payments">,
  actor: { userId: string; role: Exclude<Actor["role"], "guest"> },
  { audience }: Pick<EngineTerms, "audience">,
): Promise<boolean> {
  const isAdmin = actor.role === "admin";
  const isAsked = audience === "plans" && !isAdmin;
  const planned = isAsked && (await hasPlan(db, actor.userId, payments.mode));
  return isInAudience(audience, { isAdmin, hasPlan: planned });
}

/** Of these engines those that the member may cast with now, with their prices. */
export async function offeredTo(
  services: Pick<Services, "db" | "env" | "payments">,
  actor: Parameters<typeof mayUse>[1],
  engines: readonly EngineState[],
): Promise<EngineListing[]> {
  const terms = await ownTerms(services);
  const offered = engines.map(async (engine): Promise<EngineListing[]> => {
    const own = terms.get(engine.id);
    if (own === undefined) return [{ ...engine, priceFactor: 1 }];
    if (!own.isOn || !(await mayUse(services, actor, own))) return [];
    return [{ ...engine, label: own.label, priceFactor: own.priceFactor }];
  });
  return (await Promise.all(offered)).flat();
}
