import { isDatabaseDown } from "#app/lib/database-down.ts";
import { EngineError } from "#app/adapters/engines/port.ts";
import { ModelFileError } from "#app/adapters/models/port.ts";
import { slowSeconds, type ModelStep } from "#app/rules/model-states.ts";
import type { Services } from "#app/services.ts";
import { installedOf, type ModelRow } from "../queries/rows.ts";
import { fetchFiles, lookAt, ModelTrouble } from "./files.ts";
import { finish, Superseded, tell, write, type Held, type Telling } from "./lease.ts";

export type WorkServices = Pick<Services, "db" | "localModels" | "log" | "modelFiles">;

type Work = {
  services: WorkServices;
  model: ModelRow & Held;
  telling: Telling;
  signal: AbortSignal;
};

const longestReason = 500;

const at = ({ services, model }: Work, step: ModelStep, more: Parameters<typeof write>[2] = {}) =>
  write(services, model, { step, ...more });

/** The program that draws, once for all models. @throws ModelTrouble */
async function fetchRuntime(work: Work): Promise<void> {
  const { localModels } = work.services;
  const runtime = await localModels.runtime();
  if (runtime.state === "unsupported") {
    throw new ModelTrouble(runtime.reason ?? "Models cannot draw on a system of this kind.");
  }
  if (runtime.state === "ready") return;
  await at(work, "runtime");
  await localModels.fetchRuntime(work.signal, () => undefined);
}

/**
 * Has all files here and whole: what is missing is fetched.
 * @returns whether it may go on; false where an admin has to confirm hashes
 */
async function gatherFiles(work: Work): Promise<boolean> {
  const { services, model, telling, signal } = work;
  const isDeep = model.task === "verify";
  let checked = 0;
  await at(work, isDeep ? "check" : "files", {
    bytes_done: 0,
    bytes_total: isDeep ? model.files.reduce((sum, { bytes }) => sum + bytes, 0) : null,
  });
  const inventory = await lookAt(services, model.entry, {
    isDeep,
    signal,
    onChecked(bytes) {
      checked += bytes;
      if (isDeep) telling.bytes(checked);
    },
  });
  const { entry, unconfirmed } = inventory;
  if (unconfirmed.length > 0) {
    await telling.stop();
    await finish(services, model, {
      state: "asking",
      asks: "hashes",
      statements: JSON.stringify(unconfirmed),
    });
    return false;
  }
  const total = entry.files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  if (inventory.missing.length > 0) {
    await at(work, "files", { bytes_total: total, entry: JSON.stringify(entry) });
  }
  let step: ModelStep = "files";
  const files = await fetchFiles(services, inventory, signal, (done) => {
    telling.bytes(checked + done);
    if (checked + done < total || step === "check") return;
    // Only its hash and its header are left to look at.
    step = "check";
    void at(work, "check").catch(() => undefined);
  });
  model.entry = entry;
  model.files = files;
  telling.bytes(total);
  await at(work, "check", {
    bytes_total: total,
    entry: JSON.stringify(entry),
    files: JSON.stringify(files),
  });
  return true;
}

/** Draws twice and counts the second picture: the first one warms the disk's cache. One that is slow is enough. */
async function measure(work: Work): Promise<{ seconds: number; peak_bytes: number } | null> {
  const { services, model, telling, signal } = work;
  // What only enlarges is not measured: how long that takes depends on the picture.
  if (!model.entry.abilities.txt2img) return null;
  await at(work, "measure");
  const { localModels } = services;
  const installed = installedOf({ ...model, seconds: null });
  const first = await localModels.measure(installed, signal, (part) => telling.part(part / 2));
  const second =
    first.seconds > slowSeconds
      ? first
      : await localModels.measure(installed, signal, (part) => telling.part(0.5 + part / 2));
  return {
    seconds: second.seconds,
    peak_bytes: Math.max(first.peakBytes, second.peakBytes),
  };
}

async function doTask(work: Work): Promise<void> {
  const { services, model, telling } = work;
  const { task } = model;
  if (task !== "verify") await fetchRuntime(work);
  if (!(await gatherFiles(work))) return;
  const measured = task === "verify" ? null : await measure(work);
  await telling.stop();
  const done = { step: null, task: "add", part: 0, ...measured };
  const isSlow = measured !== null && measured.seconds > slowSeconds && !model.slow_ok;
  if (isSlow) {
    await finish(services, model, { ...done, state: "asking", asks: "slow", offered: false });
  } else {
    await finish(services, model, {
      ...done,
      state: "ready",
      offered: task === "add" ? true : model.offered,
    });
  }
}

/** A failure as admins read it. */
function troubleOf(error: unknown): ModelTrouble | null {
  if (error instanceof ModelTrouble) return error;
  if (error instanceof ModelFileError) {
    return new ModelTrouble(error.fault.sentence, error.fault.kind === "no-space");
  }
  return error instanceof EngineError ? new ModelTrouble(error.userMessage) : null;
}

/**
 * Works on a model until it is ready, asks something, or cannot go on. A failure is written down for the admins and not
 * thrown; a model whose process ends waits for the next one, which continues.
 * @param ending the program stops, or the time of the job is over
 */
export async function workOn(
  services: WorkServices,
  model: ModelRow & Held,
  ending: AbortSignal,
): Promise<void> {
  const telling = tell(services, model, model.bytes_done);
  const signal = AbortSignal.any([ending, telling.signal]);
  try {
    await doTask({ services, model, telling, signal });
    await services.localModels.refresh();
  } catch (error) {
    await telling.stop();
    // An admin has paused or cancelled it.
    if (error instanceof Superseded || telling.signal.aborted) return;
    if (ending.aborted) return await release(services, model);
    // The lease ends, and upkeep gives it to another worker.
    if (isDatabaseDown(error)) throw error;
    const trouble = troubleOf(error);
    if (trouble === null) services.log.error({ err: error, model: model.id }, "a model failed");
    const reason = trouble?.message ?? "Something went wrong on our side; the log says more.";
    await settle(services, model, {
      state: trouble?.isPause ? "paused" : "failed",
      reason: reason.slice(0, longestReason),
      offered: false,
    });
    await services.localModels.refresh();
  }
}

async function settle(
  services: WorkServices,
  model: Held,
  values: Parameters<typeof finish>[2],
): Promise<void> {
  await finish(services, model, values).catch((error: unknown) => {
    if (!(error instanceof Superseded)) throw error;
  });
}

const release = (services: WorkServices, model: Held) =>
  settle(services, model, { state: "queued" });
