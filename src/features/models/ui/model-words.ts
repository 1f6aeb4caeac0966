import { t } from "#app/language/message.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { modelFaultText } from "#app/rules/model-faults.ts";
import { formatSeconds } from "#app/rules/duration.ts";
import type { ModelAction } from "#app/rules/model-states.ts";
import type { ListedModel } from "../queries.ts";

/** The colour of a state's dot. */
export function toneOf({ state, offered }: Pick<ListedModel, "state" | "offered">): string {
  if (state === "failed") return "rust";
  if (state === "asking" || state === "working") return "ochre";
  return state === "ready" && offered ? "moss" : "dim";
}

/** Why a model failed or is paused, in the reader's language where it is known; null for no reason. */
export function reasonOf({ reason, fault }: Pick<ListedModel, "reason" | "fault">): string | null {
  return fault === null ? reason : modelFaultText(fault.kind, fault.facts);
}

/** The buttons of a row. */
export const actionLabels: Readonly<Record<ModelAction, string>> = {
  pause: t`Pause`,
  resume: t`Go on`,
  cancel: t`Cancel`,
  retry: t`Try again`,
  verify: t`Check its files`,
  measure: t`Measure again`,
  offer: t`Offer`,
  withdraw: t`Withdraw`,
  remove: t`Remove`,
  restore: t`Undo`,
};

/** What is said once it is done. */
export function doneText(action: ModelAction, label: string): string | null {
  switch (action) {
    case "offer":
      return t`Members can cast with ${label}`;
    case "withdraw":
      return t`${label} is withdrawn: credits of casts that wait for it are given back`;
    case "remove":
      return t`${label} is removed; its files are deleted in ten minutes`;
    case "cancel":
      return t`${label} is cancelled`;
    case "restore":
      return t`${label} is back`;
    default:
      return null;
  }
}

/** How large its files are, as far as that is known. */
export const sizeOf = ({ bytes }: Pick<ListedModel, "bytes">) =>
  bytes === null ? t`size told by the hub` : byteSize(bytes);

/** How long a picture takes, where it was measured. */
export const paceOf = ({ seconds }: Pick<ListedModel, "seconds">) =>
  seconds === null ? null : t`about ${paceText(seconds)} a picture here`;

/** Seconds a picture, as people say it. */
export const paceText = (seconds: number) => formatSeconds(Math.max(1, Math.round(seconds)));

/** What draws with a model that draws. */
export const programOf = ({ program }: Pick<ListedModel, "program">): string =>
  program === "sd-server" ? t`drawn by sd-server` : t`drawn by the program that is fetched`;

/** Whether a part of a picture can be redrawn with it. */
export const partsOf = ({ redraws }: Pick<ListedModel, "redraws">): string =>
  redraws ? t`redraws parts of pictures` : t`draws whole pictures only`;
