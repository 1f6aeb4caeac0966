import { isDatabaseDown } from "#app/lib/database-down.ts";
import { EngineError } from "#app/adapters/engines/port.ts";
import { ModelFileError } from "#app/adapters/models/port.ts";
import { slowSeconds, type ModelStep } from "#app/rules/model-states.ts";
import type { Services } from "#app/services.ts";
import { installedOf, type ModelRow } from "../queries/rows.ts";
import { fetchFiles, lookAt } from "./files.ts";
import { finish, Superseded, tell, write, type Held, type Telling } from "./lease.ts";

export type WorkServices = Pick<Services, "db" | "localModels" | "log" | "modelFiles">;

type Work = {
  services: WorkServices;
  model: ModelRow & Held;
  telling: Telling;
  signal: AbortSignal;
};

const longestReason = 500;

/** Why a model cannot draw here, as an English sentence for admins: it is stored. */
class NoRuntime extends Error {}

const at = ({ services, model }: Work, step: ModelStep, more: Parameters<typeof write>[2] = {}) =>
  write(services, model, { step, ...more });

/** The program that draws, once for all models. @throws NoRuntime, EngineError */
async function fetchRuntime(work: Work): Promise<void> {
  const { localModels } = work.services;
  const runtime = await localModels.runtime(work.model.entry);
  if (runtime.state === "unsupported") {
    const reason = runtime.reason ?? "there is none for a system of this kind";
    throw new NoRuntime(`Models cannot draw here: ${reason}.`);
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
  const bytes = model.files.reduce((sum, file) => sum + file.bytes, 0);
  const done = { step: null, task: "add", part: 0, bytes_done: bytes, ...measured };
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

/** What is kept of a failure, for admins; a full disk pauses. */
function endingOf(error: unknown): Parameters<typeof finish>[2] {
  const failed = { state: "failed", offered: false };
  if (error instanceof ModelFileError) {
    const { kind, facts, sentence } = error.fault;
    const state = kind === "no-space" ? "paused" : "failed";
    return { ...failed, state, reason: sentence, fault: JSON.stringify({ kind, facts }) };
  }
  if (error instanceof NoRuntime) return { ...failed, reason: error.message };
  if (error instanceof EngineError) return { ...failed, reason: error.userMessage };
  return { ...failed, reason: "Something went wrong on our side; the log says more." };
}

const isExpected = (error: unknown) =>
  [ModelFileError, NoRuntime, EngineError].some((kind) => error instanceof kind);

/**
 * Works on a model until it is ready, asks something, or cannot go on. A failure is written down for the admins and not
 * thrown; a model whose process ends waits for the next one, which continues.
 * @param stopping the program stops, or the time of the job is over
 */
export async function workOn(
  services: WorkServices,
  model: ModelRow & Held,
  stopping: AbortSignal,
): Promise<void> {
  const telling = tell(services, model, model.bytes_done);
  const signal = AbortSignal.any([stopping, telling.signal]);
  try {
    await doTask({ services, model, telling, signal });
    await services.localModels.refresh();
  } catch (error) {
    await telling.stop();
    // An admin has paused or cancelled it.
    if (error instanceof Superseded || telling.signal.aborted) return;
    if (stopping.aborted) return await release(services, model);
    // The lease ends, and upkeep gives it to another worker.
    if (isDatabaseDown(error)) throw error;
    const about = { err: error, model: model.id };
    if (isExpected(error)) services.log.warn(about, "a model cannot go on");
    else services.log.error(about, "a model failed");
    const ending = endingOf(error);
    const reason = ending.reason?.slice(0, longestReason);
    await settle(services, model, { ...ending, reason });
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
