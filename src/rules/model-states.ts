/** The states of models that draw on this machine (docs/product.md 2.13, Models). */

import { t } from "#app/language/message.ts";
import { byteSize } from "./byte-size.ts";
import { formatSeconds } from "./duration.ts";
import type { CatalogueModel } from "./local-models.ts";

/** What is kept of a model that was asked for. */
export const keptStates = [
  "queued",
  "working",
  "asking",
  "paused",
  "ready",
  "failed",
  "removed",
] as const;
export type KeptState = (typeof keptStates)[number];
export const modelTasks = ["add", "verify", "measure"] as const;
export type ModelTask = (typeof modelTasks)[number];
export const modelSteps = ["runtime", "files", "check", "measure"] as const;
export type ModelStep = (typeof modelSteps)[number];
export const modelAsks = ["hashes", "slow"] as const;
export type ModelAsk = (typeof modelAsks)[number];

/** How far a model is. */
export type ModelProgress = {
  state: KeptState | "available";
  task: ModelTask;
  step: ModelStep | null;
  asks: ModelAsk | null;
  bytesDone: number;
  bytesTotal: number | null;
  /** Bytes a second; null while nothing is known. */
  rate: number | null;
  /** Of the picture that is drawn for measuring, 0 to 1. */
  part: number;
  /** Seconds a picture, as measured here. */
  seconds: number | null;
  offered: boolean;
  /** Whether it is in memory now. */
  isLoaded: boolean;
};

/** A picture that takes longer, in seconds, is offered only once an admin has confirmed it. */
export const slowSeconds = 120;

/** Free bytes that have to be left beside a model's files. */
export const spareBytes = 2_000_000_000;

/** How long the files of a removed model are kept, so that a removal can be undone, in seconds. */
export const undoSeconds = 600;

/** Whole seconds until the files are here; null while that cannot be said. */
export function secondsLeft({
  bytesDone,
  bytesTotal,
  rate,
}: Pick<ModelProgress, "bytesDone" | "bytesTotal" | "rate">): number | null {
  if (bytesTotal === null || rate === null || rate <= 0) return null;
  return Math.ceil(Math.max(0, bytesTotal - bytesDone) / rate);
}

/** A time that nobody needs to the second, e.g. "3 min". */
export function roughTime(seconds: number): string {
  if (seconds < 60) return t`${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return t`${Math.ceil(seconds / 60)} min`;
  return formatSeconds(seconds);
}

/** The share that is done of what can be measured, 0 to 1; null where nothing can. */
export function shareDone(model: ModelProgress): number | null {
  const { state, step, bytesDone, bytesTotal, part } = model;
  if (state === "working" && step === "measure") return part;
  if (bytesTotal === null || bytesTotal === 0) return null;
  if (state === "paused" || (state === "working" && (step === "files" || step === "check"))) {
    return Math.min(1, bytesDone / bytesTotal);
  }
  return null;
}

/** Never 100 before it is done. */
const wholePercent = (share: number) => Math.min(99, Math.floor(share * 100));

function workText(model: ModelProgress): string {
  const { step } = model;
  const percent = wholePercent(shareDone(model) ?? 0);
  if (step === "check") return t`Checking, ${percent} %`;
  if (step === "measure") return t`Measuring, ${percent} %`;
  if (step === "files" && model.bytesTotal !== null) {
    const left = secondsLeft(model);
    return left === null ? t`${percent} %` : t`${percent} %, ${roughTime(left)} left`;
  }
  return step === "runtime" ? t`Fetching what draws` : t`Asking the hub`;
}

/** The state of a model in a few words, e.g. "42 %, 3 min left". */
export function modelStateText(model: ModelProgress): string {
  const { state, asks, offered, isLoaded } = model;
  if (state === "available") return t`Available`;
  if (state === "queued") return t`Queued`;
  if (state === "working") return workText(model);
  if (state === "asking") return asks === "slow" ? t`Slow: confirm it` : t`Confirm its files`;
  if (state === "paused") return t`Paused`;
  if (state === "failed") return t`Failed`;
  if (state === "removed") return t`Removed`;
  if (isLoaded) return t`Loaded`;
  return offered ? t`Ready` : t`Ready, not offered`;
}

/** What an admin can do with a model. */
export const modelActions = [
  "pause",
  "resume",
  "cancel",
  "retry",
  "verify",
  "measure",
  "offer",
  "withdraw",
  "remove",
  "restore",
] as const;
export type ModelAction = (typeof modelActions)[number];

/** The actions that a state allows, beside asking for a model and confirming what it asks. */
export function actionsOf({
  state,
  task,
  offered,
}: Pick<ModelProgress, "state" | "task" | "offered">): readonly ModelAction[] {
  if (state === "queued" || state === "working") {
    // What is only checked or measured again stays as it is when that is cancelled.
    return task === "add" ? ["pause", "cancel"] : ["cancel"];
  }
  if (state === "paused") return ["resume", "cancel"];
  if (state === "asking") return ["cancel"];
  if (state === "failed") return ["retry", "remove"];
  if (state === "ready") {
    return [offered ? "withdraw" : "offer", "verify", "measure", "remove"];
  }
  return state === "removed" ? ["restore"] : [];
}

/** All files of a model together; null where a size is not known yet. */
export function bytesOf({ files }: Pick<CatalogueModel, "files">): number | null {
  let sum = 0;
  for (const { bytes } of files) {
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
}

/** What a model needs is compared with. */
export type Machine = {
  /** Bytes free where models are kept. */
  free: number;
  /** Bytes of memory. */
  ram: number;
  hasCard: boolean;
};

/** Why a model does not fit this machine, as a sentence; null where it fits as far as is known. */
export function misfitOf(
  {
    bytes,
    memory,
    needsCard,
  }: Pick<CatalogueModel, "memory" | "needsCard"> & { bytes: number | null },
  { free, ram, hasCard }: Machine,
): string | null {
  if (needsCard && !hasCard) return t`It needs a graphics card.`;
  if (memory.ram > ram) {
    return t`It needs ${byteSize(memory.ram)} of memory; this machine has ${byteSize(ram)}.`;
  }
  if (bytes !== null && bytes + spareBytes > free) {
    return t`It needs ${byteSize(bytes + spareBytes)} of free disk; ${byteSize(free)} are free.`;
  }
  return null;
}

/** The two models that a new site is shown: for any machine, and for one with a card; those of the catalogue that come first. */
export function firstChoices<M extends { needsCard: boolean; draws: boolean }>(
  models: readonly M[],
): { small: M | null; good: M | null } {
  const drawing = models.filter(({ draws }) => draws);
  return {
    small: drawing.find(({ needsCard }) => !needsCard) ?? null,
    good: drawing.find(({ needsCard }) => needsCard) ?? null,
  };
}
