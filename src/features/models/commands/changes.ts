import type { Updateable } from "kysely";
import type { Models } from "#app/db/schema.ts";
import type { ModelAction } from "#app/rules/model-states.ts";
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

/** What an action makes of a model whose state allows it. */
export function changesOf(row: ModelRow, action: ModelAction): Updateable<Models> {
  switch (action) {
    case "pause":
      return { state: "paused", run: null, rate: null };
    case "resume":
      return queued;
    case "retry":
      return { ...queued, task: "add", step: null, wanted_at: new Date() };
    case "verify":
    case "measure":
      return { ...queued, task: action, step: null, wanted_at: new Date() };
    case "offer":
      return { offered: true };
    case "withdraw":
      return { offered: false };
    case "cancel":
      return cancelled(row);
    case "remove":
      return removal({ state: row.state, offered: row.offered });
    case "restore":
      return restored(row);
  }
}
