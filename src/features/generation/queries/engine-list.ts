import type { EngineSettings } from "#app/engine-settings.ts";
import type { Audience } from "#app/rules/engine-audience.ts";
import type { EngineKind, EngineWorkflow } from "#app/rules/engine-kinds.ts";
import type { Services } from "#app/services.ts";
import { storedEngines, type StoredEngine } from "./own-engines.ts";

/** An engine as admins see it. Its key is never part of it. */
export type AdminEngine = {
  id: string;
  kind: EngineKind;
  label: string;
  url: string;
  /** "unreadable": it was encrypted with another AUTH_SECRET, and must be typed again. */
  key: "none" | "stored" | "unreadable";
  deadline: number;
  concurrency: number;
  bills: boolean;
  models: string;
  defaults: string;
  /** What can be changed here; null for an engine of the environment. */
  own: {
    workflow: EngineWorkflow;
    /** Name of the workflow's file, where it is one. */
    workflowFile: string | null;
    priceFactor: number;
    audience: Audience;
    isOn: boolean;
    /** Whether an engine of the same id in the environment has taken its place. */
    isHidden: boolean;
    version: number;
  } | null;
};

/** An address without what may be secret in it. */
function plainUrl(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

const ofEnvironment = (settings: EngineSettings): AdminEngine => ({
  id: settings.id,
  kind: settings.kind,
  label: settings.label,
  url: plainUrl(settings.baseUrl),
  key: settings.apiKey === undefined ? "none" : "stored",
  deadline: settings.deadlineMs / 1000,
  concurrency: settings.concurrency,
  bills: settings.bills,
  models: settings.models.map(({ id, label }) => (id === label ? id : `${id}=${label}`)).join(", "),
  defaults: Object.entries(settings.defaults)
    .map(([id, value]) => `${id}=${value}`)
    .join("; "),
  own: null,
});

async function keyStateOf(
  { accounts }: Pick<Services, "accounts">,
  { sealed_key }: StoredEngine,
): Promise<AdminEngine["key"]> {
  if (sealed_key === null) return "none";
  return (await accounts.engineKeys.canRead(sealed_key)) ? "stored" : "unreadable";
}

/** The engines that the environment names, then those that admins have set up, the oldest first. */
export async function adminEngines(
  services: Pick<Services, "db" | "env" | "accounts">,
): Promise<AdminEngine[]> {
  const { db, env } = services;
  const rows = await storedEngines(db);
  const stored = rows.map(async (row): Promise<AdminEngine> => ({
    id: row.id,
    kind: row.kind as EngineKind,
    label: row.label,
    url: row.url,
    key: await keyStateOf(services, row),
    deadline: row.deadline,
    concurrency: row.concurrency,
    bills: row.bills,
    models: row.models,
    defaults: row.defaults,
    own: {
      workflow: row.workflow as EngineWorkflow,
      workflowFile: row.workflow_name,
      priceFactor: row.price_factor,
      audience: row.audience as Audience,
      isOn: row.is_on,
      isHidden: env.ENGINES.some(({ id }) => id === row.id),
      version: row.version,
    },
  }));
  return [...env.ENGINES.map(ofEnvironment), ...(await Promise.all(stored))];
}
