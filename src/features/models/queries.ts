import os from "node:os";
import type { LocalModels, LocalProgram } from "#app/adapters/engines/port.ts";
import type { CatalogueModel } from "#app/rules/local-models.ts";
import { bytesOf, type Machine, type ModelProgress } from "#app/rules/model-states.ts";
import type { Services } from "#app/services.ts";
import { modelRows, type KeptFault, type ModelRow, type Statement } from "./queries/rows.ts";

/** A model of the catalogue, or one that was asked for, as admins see it. */
export type ListedModel = ModelProgress & {
  id: string;
  label: string;
  summary: string;
  licence: { spdx: string; sentence: string; maySell: boolean; url: string };
  /** Whether this licence was accepted here. */
  isAccepted: boolean;
  /** Of all files together; null where a size is not known before the hub is asked. */
  bytes: number | null;
  memory: { ram: number; vram: number | null };
  needsCard: boolean;
  /** Whether it draws from words, and is not for enlarging alone. */
  draws: boolean;
  /** What draws with it here. */
  program: LocalProgram;
  /** Whether a part of a picture can be redrawn with it, by a mask. */
  redraws: boolean;
  size: { width: number; height: number };
  /** Files that the catalogue has no hash of. */
  unknownFiles: string[];
  /** What the hub stated of them, where an admin has to confirm it. */
  statements: Statement[];
  /** Why it failed or is paused, as an English sentence; `fault` says the same for any language, where a file is the reason. */
  reason: string | null;
  fault: KeptFault | null;
};

/** Models and free disk at one time. */
export type ModelList = {
  items: ListedModel[];
  disk: { free: number; total: number };
  /** ISO 8601, UTC. */
  at: string;
};

/** What this machine has to draw with. */
export type MachineFacts = {
  /** Bytes of memory. */
  ram: number;
  device: { kind: "cpu" | "gpu"; name: string; hint: string | null };
  runtime: { state: "absent" | "ready" | "unsupported"; version: string; reason: string | null };
};

function listed(
  entry: CatalogueModel,
  row: ModelRow | null,
  localModels: LocalModels,
): ListedModel {
  const { id, label, summary, licence, memory, needsCard, defaults, abilities, files } = entry;
  return {
    id,
    label,
    summary,
    licence,
    isAccepted: row?.licence === licence.spdx,
    bytes: bytesOf(entry),
    memory,
    needsCard,
    draws: abilities.txt2img,
    program: localModels.programOf(entry),
    redraws: localModels.redraws(entry),
    size: { width: defaults.width, height: defaults.height },
    unknownFiles: files.filter(({ sha256 }) => sha256 === null).map(({ path }) => path),
    statements: row?.statements ?? [],
    reason: row?.reason ?? null,
    fault: row?.fault ?? null,
    state: row?.state ?? "available",
    task: row?.task ?? "add",
    step: row?.step ?? null,
    asks: row?.asks ?? null,
    bytesDone: row?.bytes_done ?? 0,
    bytesTotal: row?.bytes_total ?? null,
    rate: row?.rate ?? null,
    part: row?.part ?? 0,
    seconds: row?.seconds ?? null,
    offered: row?.offered ?? false,
    isLoaded: localModels.state().loaded === id,
  };
}

/** The models of the catalogue in its order, then those that were asked for and have left it; and the free disk. */
export async function modelList({
  db,
  modelFiles,
  localModels,
}: Pick<Services, "db" | "modelFiles" | "localModels">): Promise<ModelList> {
  const [catalogue, rows, disk] = await Promise.all([
    modelFiles.catalogue(),
    modelRows(db),
    modelFiles.space(),
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const ids = new Set(catalogue.map(({ id }) => id));
  return {
    items: [
      ...catalogue.map((entry) => {
        const row = known.get(entry.id) ?? null;
        return listed(row?.entry ?? entry, row, localModels);
      }),
      ...rows.filter(({ id }) => !ids.has(id)).map((row) => listed(row.entry, row, localModels)),
    ],
    disk,
    at: new Date().toISOString(),
  };
}

/** What this machine has to draw with; asks the runtime, which may take a second. */
export async function machineFacts({
  localModels,
}: Pick<Services, "localModels">): Promise<MachineFacts> {
  const [device, runtime] = await Promise.all([localModels.device(), localModels.runtime()]);
  return {
    ram: os.totalmem(),
    device: { kind: device.kind, name: device.name, hint: device.hint ?? null },
    runtime: { state: runtime.state, version: runtime.version, reason: runtime.reason ?? null },
  };
}

/** What models are compared with, to see whether they fit. */
const machineOf = (
  { disk }: Pick<ModelList, "disk">,
  { ram, device }: Pick<MachineFacts, "ram" | "device">,
): Machine => ({ free: disk.free, ram, hasCard: device.kind === "gpu" });

/** What the first admin is shown of models; null once one was asked for, and where none can draw. */
export async function firstModels(
  services: Pick<Services, "db" | "modelFiles" | "localModels">,
): Promise<{ items: ListedModel[]; machine: Machine } | null> {
  const asked = await services.db.selectFrom("models").select("id").limit(1).executeTakeFirst();
  if (asked) return null;
  const [list, facts] = await Promise.all([modelList(services), machineFacts(services)]);
  if (facts.runtime.state === "unsupported") return null;
  return { items: list.items, machine: machineOf(list, facts) };
}
