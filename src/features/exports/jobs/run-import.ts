import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isAppError } from "#app/lib/errors.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import { readChunks } from "../queries/chunked-file.ts";
import type { ImportCounts } from "../queries.ts";
import { importFolder } from "../queries/plan.ts";
import { bookRest, storeOriginals } from "./apply-import.ts";
import { bookPictures, pictureCounts } from "./book-pictures.ts";
import { checkArchive } from "./check-import.ts";
import type { ImportServices, ImportTarget } from "./import-target.ts";
import { beat, claim, Superseded, write, type Lease } from "./lease.ts";
import { tellImported } from "./tell.ts";

type RunServices = ImportServices & Pick<Services, "jobs">;

/** Tries without progress before an import is given up. */
const mostAttempts = 5;
const longestReason = 500;
const progressEveryMs = 1_000;

export type Phase = "check" | "store" | "book";

/**
 * Takes over an archive: first all of it is checked, and only then is anything written. Everything may be done again,
 * so that what was broken off is continued.
 * @param isChecked whether an earlier run has checked all of it
 * @param open the archive from its beginning
 * @param onProgress called often
 * @throws AppError unprocessable for an archive that is refused; nothing was taken over
 */
export async function takeOver(
  services: ImportServices,
  { isChecked, ...target }: ImportTarget & { isChecked: boolean },
  open: () => AsyncIterable<Uint8Array>,
  onProgress: (phase: Phase, done: number, total: number) => Promise<void>,
): Promise<ImportCounts> {
  if (!isChecked) {
    await checkArchive(services, target, open(), (...at) => onProgress("check", ...at));
  }
  await storeOriginals(services, target, open(), (...at) => onProgress("store", ...at));
  await bookPictures(services, target, (...at) => onProgress("book", ...at));
  const rest = await bookRest(services, target, open());
  return { ...(await pictureCounts(services, target)), ...rest };
}

type Ended = { state: "done"; counts: string } | { state: "refused" | "failed"; reason: string };

/** Ends an import and deletes what it kept while it ran. */
async function end(
  services: RunServices,
  { id, run }: Lease,
  userId: string,
  ended: Ended,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("imports")
      .set({ ...ended, finished_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("run", "=", run)
      .where("state", "=", "running")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx.deleteFrom("import_pictures").where("import_id", "=", id).execute();
    await tellImported(services, tx, userId, ended.state);
  });
  for await (const key of services.storage.list(`${importFolder(id)}/`)) {
    await services.storage.delete(key);
  }
}

/** Takes over an archive that a member has uploaded, or continues where another worker has gone. */
export async function runImport(
  services: RunServices,
  id: string,
  ending: AbortSignal,
): Promise<void> {
  const at: Lease = { table: "imports", id, run: randomUUID() };
  if (!(await claim(services, at))) return;
  const row = await services.db
    .selectFrom("imports")
    .select(["user_id", "size", "chunk", "former_name", "attempts", "phase"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const heart = beat(services, at);
  const signal = AbortSignal.any([ending, heart.signal]);
  const { user_id: userId, former_name: formerName, size, chunk } = row;
  const file = { prefix: importFolder(id), size, chunk };
  // A phase is written when it begins.
  const isChecked = row.phase === "store" || row.phase === "book";
  const target = { id, userId, formerName, byOperator: false, isChecked };
  let written = 0;
  let phase: Phase | null = null;
  try {
    const open = () => readChunks(services.storage, file);
    const counts = await takeOver(services, target, open, async (now, done, total) => {
      signal.throwIfAborted();
      if (now === phase && Date.now() - written < progressEveryMs && done < total) return;
      [written, phase] = [Date.now(), now];
      await write(services, at, { phase: now, done, total, attempts: 0 });
      failpoint(services.env, "during-import");
    });
    heart.stop();
    await end(services, at, userId, { state: "done", counts: JSON.stringify(counts) });
  } catch (error) {
    heart.stop();
    if (error instanceof Superseded || heart.signal.aborted) return;
    if (isAppError(error) && error.code === "unprocessable") {
      const reason = error.message.slice(0, longestReason);
      services.log.info({ importId: id, userId, reason }, "an archive was refused");
      return await end(services, at, userId, { state: "refused", reason });
    }
    if (!ending.aborted) services.log.warn({ err: error, importId: id }, "import broke off");
    const { attempts } = await services.db
      .selectFrom("imports")
      .select("attempts")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (!ending.aborted && attempts >= mostAttempts) {
      const reason = "Something went wrong on our side";
      return await end(services, at, userId, { state: "failed", reason });
    }
    await write(services, at, { state: "queued" }).catch((thrown: unknown) => {
      if (!(thrown instanceof Superseded)) throw thrown;
    });
    if (!ending.aborted) throw error;
  } finally {
    heart.stop();
  }
}
