import { latestDeletions, deletionByKey, tombstones } from "#app/features/deletion/queries.ts";
import type { Deletion } from "#app/features/deletion/queries.ts";
import { removedKinds, type RemovedKind } from "#app/rules/deletion.ts";
import { text, UsageError, type Command } from "./command.ts";

const shown = 50;

function print({ id, kind, state, requestedAt, dueAt, finishedAt, removed }: Deletion): void {
  console.log(`${id}  ${kind}  ${state}  asked ${requestedAt}  due ${dueAt}`);
  if (finishedAt !== null) console.log(`  finished ${finishedAt}`);
  for (const [name, label] of Object.entries(removedKinds)) {
    const count = removed[name as RemovedKind] ?? 0;
    if (count > 0) console.log(`  ${label}: ${count}`);
  }
}

/**
 * The latest deletions, or the receipt with a number: what was removed, and nobody's data. --tombstones prints the list
 * that a restore on another machine needs, a line of JSON each.
 */
export const command: Command = {
  usage: "[--receipt NUMBER | --tombstones]",
  options: { receipt: "string", tombstones: "boolean" },
  required: [],
  async run({ db }, options) {
    if (options.receipt !== undefined && options.tombstones === true) {
      throw new UsageError("--receipt and --tombstones exclude each other");
    }
    if (options.tombstones === true) {
      for (const each of await tombstones(db)) console.log(JSON.stringify(each));
      return 0;
    }
    if (options.receipt === undefined) {
      for (const deletion of await latestDeletions(db, shown)) print(deletion);
      return 0;
    }
    const found = await deletionByKey(db, text(options, "receipt"));
    if (found === null) {
      console.error("There is no receipt with this number");
      return 1;
    }
    print(found);
    return 0;
  },
};
