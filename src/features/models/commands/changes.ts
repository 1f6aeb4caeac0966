import type { Updateable } from "kysely";
import type { Models } from "#app/db/schema.ts";
import type { ModelAction, ModelTask } from "#app/rules/model-states.ts";
import type { BeforeRemoval, ModelRow } from "../queries/rows.ts";
import { queued } from "./write.ts";

/** A removal keeps the files for a while, so that it can be undone. */
const removal = (before: BeforeRemoval): Updateable<Models> => ({
  state: "removed",
  removed_at: new Date(),
  before: JSON.stringify(before),
  offered: false,
  asks: null,
  run: null,
});

/** What was being fetched is paused when its cancelling is undone; what was checked or measured again is as before. */
function cancelled({ task, asks }: ModelRow): Updateable<Models> {
  if (task === "add" && asks !== "slow") return removal({ state: "paused", offered: false });
  return {
    state: "ready",
    task: "add",
    step: null,
    asks: null,
    reason: null,
    fault: null,
    run: null,
  };
}

function restored({ before }: ModelRow): Updateable<Models> {
  const { state, offered } = before ?? { state: "paused", offered: false };
  return { state, offered, removed_at: null, before: null };
}

const again = (task: ModelTask): Updateable<Models> => ({
  ...queued,
  task,
  step: null,
  wanted_at: new Date(),
});

/** What each action makes of a model whose state allows it. */
export const changes: Readonly<Record<ModelAction, (row: ModelRow) => Updateable<Models>>> = {
  pause: () => ({ state: "paused", run: null, rate: null }),
  resume: () => queued,
  retry: () => again("add"),
  verify: () => again("verify"),
  measure: () => again("measure"),
  offer: () => ({ offered: true }),
  withdraw: () => ({ offered: false }),
  cancel: cancelled,
  remove: ({ state, offered }) => removal({ state, offered }),
  restore: restored,
};
