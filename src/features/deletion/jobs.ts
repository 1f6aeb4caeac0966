import { sql } from "kysely";
import { notify } from "#app/db/live.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import { deleteUnlessNamed, rewriteWithoutSource } from "#app/features/pictures/commands.ts";
import { pruneWords } from "#app/features/search/commands.ts";
import { addRemoved, addTasks, type TaskKind } from "./commands/tasks.ts";
import { eraseAccount } from "./jobs/erase-account.ts";
import { keepTombstone } from "./jobs/tombstones.ts";

/** Deletions that one run takes up; the others wait for the next. */
const mostAtOnce = 20;
/** Tasks that are done between two looks at the clock. */
const tasksAtOnce = 100;

type Due = { id: string; target_id: string | null; state: string };

async function due({ db }: Pick<Services, "db">): Promise<Due[]> {
  return db
    .selectFrom("deletions")
    .select(["id", "target_id", "state"])
    .where("state", "in", [sql.lit("waiting"), sql.lit("erasing"), sql.lit("files")])
    .where("due_at", "<=", sql<Date>`now()`)
    .orderBy("due_at")
    .limit(mostAtOnce)
    .execute();
}

type Task = { kind: TaskKind; key: string };

/** What a task did: files deleted, and digests that caches of variants must forget too. */
type TaskResult = { files: number; digests: readonly string[] };

/** Does one task; done again after a crash it does no harm, also where the same image has been imported again by then. */
async function doTask(services: Services, { kind, key }: Task): Promise<TaskResult> {
  if (kind === "file") {
    return { files: (await deleteUnlessNamed(services, key)) ? 1 : 0, digests: [] };
  }
  if (kind === "cache") {
    await notify(services.db, "files_erased", key);
    return { files: 0, digests: [] };
  }
  const before = await rewriteWithoutSource(services, key);
  return { files: 0, digests: before === null ? [] : [before] };
}

/** Takes a task off the list and counts it, in one transaction. */
async function markDone(
  services: Services,
  id: string,
  task: Task,
  { files, digests }: TaskResult,
) {
  await services.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("deletion_tasks")
      .where("deletion_id", "=", id)
      .where("kind", "=", task.kind)
      .where("key", "=", task.key)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await addTasks(tx, id, "cache", digests);
    await addRemoved(tx, id, { files, remixes: digests.length });
  });
}

/** Deletes the files of a deletion whose rows are gone, and writes down that it is done. */
async function finishFiles(services: Services, id: string, signal?: AbortSignal): Promise<void> {
  const { db } = services;
  for (;;) {
    // Remixes first, caches last: a remix adds the digest of the file that it had.
    const tasks = await db
      .selectFrom("deletion_tasks")
      .select(["kind", "key"])
      .where("deletion_id", "=", id)
      .orderBy("kind", "desc")
      .orderBy("key")
      .limit(tasksAtOnce)
      .execute();
    if (tasks.length === 0) break;
    for (const { kind, key } of tasks) {
      signal?.throwIfAborted();
      failpoint(services.env, "during-erasure");
      const task = { kind: kind as TaskKind, key };
      await markDone(services, id, task, await doTask(services, task));
    }
  }
  await pruneWords(db);
  await keepTombstone(services, id);
  await db
    .updateTable("deletions")
    .set({ state: "done", finished_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("state", "=", "files")
    .execute();
  services.log.info({ event: "deletion-done", receipt: id }, "a deletion is done");
}

/** Brings one deletion that is due to its end. */
async function erase(services: Services, deletion: Due, signal?: AbortSignal): Promise<void> {
  const { id, target_id: userId, state } = deletion;
  if (state !== "files" && userId !== null) await eraseAccount(services, { id, userId }, signal);
  await finishFiles(services, id, signal);
}

/**
 * Deletes the accounts whose time is over and the files of what was deleted. One that fails is logged and taken up again
 * by the next run. @returns how many are done
 */
export async function eraseDue(services: Services, signal?: AbortSignal): Promise<number> {
  let done = 0;
  for (const deletion of await due(services)) {
    if (signal?.aborted) return done;
    try {
      await erase(services, deletion, signal);
      done += 1;
    } catch (error) {
      if (signal?.aborted) return done;
      services.log.error({ err: error, receipt: deletion.id }, "a deletion waits for its next try");
    }
  }
  return done;
}
