import { sql } from "kysely";
import type { Services } from "#app/services.ts";
import { silentSeconds } from "./lease.ts";

type TendServices = Pick<Services, "db" | "jobs" | "log" | "storage">;

/** Days that an export or import stays on the list after it has ended. */
const listedDays = 30;
/** Days that an archive may take to arrive, since its last part. */
const uploadDays = 2;

const silent = sql<Date>`now() - make_interval(secs => ${silentSeconds}::int)`;
const longAgo = sql<Date>`now() - make_interval(days => ${listedDays}::int)`;

/** Gives exports whose worker is silent to another one. Asks again after the same time, should that one be busy. */
async function resumeExports({ db, jobs }: TendServices): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom("exports")
      .select("id")
      .where("state", "in", ["queued", "running"])
      .where("seen_at", "<", silent)
      .orderBy("seen_at")
      .limit(20)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of rows) {
      await tx
        .updateTable("exports")
        .set({ state: "queued", run: null, seen_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
      await jobs.enqueue(tx, "export", { id });
    }
  });
}

/** The same for imports. One of the command line has no other worker; its row is deleted. */
async function resumeImports({ db, jobs }: TendServices): Promise<void> {
  await db
    .deleteFrom("imports")
    .where("by_operator", "=", true)
    .where("seen_at", "<", silent)
    .execute();
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom("imports")
      .select("id")
      .where("state", "in", ["queued", "running"])
      .where("by_operator", "=", false)
      .where("seen_at", "<", silent)
      .orderBy("seen_at")
      .limit(20)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of rows) {
      await tx
        .updateTable("imports")
        .set({ state: "queued", run: null, seen_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
      await jobs.enqueue(tx, "import", { id });
    }
  });
}

/** Ends what has expired and was left, and forgets what ended long ago. */
async function endOld({ db }: TendServices): Promise<void> {
  await db
    .updateTable("exports")
    .set({ state: "expired" })
    .where("state", "=", "ready")
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
  await db
    .updateTable("imports")
    .set({ state: "cancelled", finished_at: sql<Date>`now()` })
    .where("state", "=", "uploading")
    .where("seen_at", "<", sql<Date>`now() - make_interval(days => ${uploadDays}::int)`)
    .execute();
  await db
    .deleteFrom("exports")
    .where("finished_at", "<", longAgo)
    .where("state", "<>", "ready")
    .execute();
  await db.deleteFrom("imports").where("finished_at", "<", longAgo).execute();
  await db
    .deleteFrom("import_pictures")
    .using("imports")
    .whereRef("import_pictures.import_id", "=", "imports.id")
    .where("imports.finished_at", "is not", null)
    .execute();
}

/** Deletes the files of exports or imports that are over, or whose member is gone. */
async function removeFiles(
  { db, log, storage }: TendServices,
  table: "exports" | "imports",
  signal: AbortSignal,
): Promise<void> {
  const isKept = new Map<string, boolean>();
  for await (const key of storage.list(`${table}/`)) {
    signal.throwIfAborted();
    const id = key.split("/")[1] ?? "";
    let kept = isKept.get(id);
    if (kept === undefined) {
      const row = await db
        .selectFrom(table)
        .select("id")
        .where(sql<string>`id::text`, "=", id)
        .where("state", "in", ["uploading", "queued", "running", "ready"])
        .executeTakeFirst();
      kept = row !== undefined;
      isKept.set(id, kept);
      if (!kept) log.info({ [table]: id }, "files of an archive are deleted");
    }
    if (!kept) await storage.delete(key);
  }
}

/** Keeps exports and imports going, and deletes what is left of those that are over. */
export async function tendExports(services: TendServices, signal: AbortSignal): Promise<void> {
  await resumeExports(services);
  await resumeImports(services);
  await endOld(services);
  await removeFiles(services, "exports", signal);
  await removeFiles(services, "imports", signal);
}
