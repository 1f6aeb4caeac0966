import { t } from "#app/language/message.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { modelFaultText } from "#app/rules/model-faults.ts";
import { roughTime, type ModelAction } from "#app/rules/model-states.ts";
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

/** What a button does, for those who hear it without its row. */
export function actionName(action: ModelAction, label: string): string {
  switch (action) {
    case "pause":
      return t`Pause ${label}`;
    case "resume":
      return t`Go on with ${label}`;
    case "cancel":
      return t`Cancel ${label}`;
    case "retry":
      return t`Try ${label} again`;
    case "verify":
      return t`Check the files of ${label}`;
    case "measure":
      return t`Measure ${label} again`;
    case "offer":
      return t`Offer ${label} to members`;
    case "withdraw":
      return t`Withdraw ${label}`;
    case "remove":
      return t`Remove ${label}`;
    case "restore":
      return t`Undo the removal of ${label}`;
  }
}

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
    default:
      return null;
  }
}

/** How large its files are, as far as that is known. */
export const sizeOf = ({ bytes }: Pick<ListedModel, "bytes">) =>
  bytes === null ? t`size told by the hub` : byteSize(bytes);

/** How long a picture takes, where it was measured. */
export const paceOf = ({ seconds }: Pick<ListedModel, "seconds">) =>
  seconds === null ? null : t`about ${roughTime(seconds)} a picture here`;
