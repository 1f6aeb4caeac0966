/** How a tile of a cast shows its progress (design reference, section 6: Cast tile). */

import { t } from "#app/language/message.ts";

export type TilePhase = "waiting" | "casting" | "taking form" | "done" | "failed" | "cancelled";

type Entry = { state: "queued" | "running" | "done" | "failed"; fraction: number };
type CastState = "queued" | "running" | "done" | "failed" | "cancelled";

/** Above this fraction the label is "taking form". */
const formsAbove = 0.8;
const blur = { most: 26, least: 4 };

/** The phase of one picture of a cast. */
export function tilePhase(entry: Entry, cast: CastState): TilePhase {
  if (entry.state === "done") return "done";
  if (cast === "cancelled") return "cancelled";
  if (entry.state === "failed" || cast === "failed" || cast === "done") return "failed";
  if (entry.state === "queued") return "waiting";
  return entry.fraction > formsAbove ? "taking form" : "casting";
}

/** Blur of the preview in px: falls as the picture takes form. */
export function previewBlur(fraction: number): number {
  const share = Math.min(1, Math.max(0, fraction));
  return Math.round(blur.most - (blur.most - blur.least) * share);
}

/** Whole percent, never 100 before the picture is there. */
export function percent(fraction: number): number {
  return Math.min(99, Math.max(0, Math.floor(fraction * 100)));
}

/** How many pictures an engine that others use draws before this one, where its stage says so; null once it is drawn. */
export function aheadOf(stage: string): number | null {
  const [, ahead] = /^queued behind (\d+)$/.exec(stage) ?? [];
  return ahead === undefined || Number(ahead) === 0 ? null : Number(ahead);
}

/** Seconds until a model on this machine is in memory, where its stage says so; null for another stage, 0 for one that tells no time. */
export function wakingSeconds(stage: string): number | null {
  const waking = /^loading(?: (\d+))?$/.exec(stage);
  return waking === null ? null : Number(waking[1] ?? 0);
}

/** What a tile says while a model is put into memory. */
export const wakingNote = (seconds: number): string =>
  seconds === 0 ? t`waking the model` : t`waking the model, about ${seconds} s`;

/** What a waiting tile says below "Queued". */
export function placeInLine(position: number | null): string {
  if (position === null) return t`waiting its turn`;
  return position === 1 ? t`next in line` : t`number ${position} in line`;
}

/** What a waiting cast waits for. */
export function waitingNote({
  position,
  isPaused,
  whenIdle,
}: {
  position: number | null;
  isPaused: boolean;
  whenIdle: boolean;
}): string {
  if (isPaused) return t`paused`;
  return whenIdle ? t`waiting for idle time` : placeInLine(position);
}

type CastCounts = { state: CastState; delivered: number; count: number };

/** The status text of a whole cast: how many pictures are done, and at the end what happened to the others. */
export function castStatus({ state, delivered, count }: CastCounts): string {
  const done = t`${delivered} of ${count} done`;
  if (delivered === count) return done;
  if (state === "cancelled") return t`${done}, the rest stopped`;
  return state === "queued" || state === "running" ? done : t`${done}, the rest failed`;
}
