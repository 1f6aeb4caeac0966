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

/** An import of the command line has no other worker: its row is deleted when its own is silent. */
async function dropOperatorImports({ db }: TendServices): Promise<void> {
  await db
    .deleteFrom("imports")
    .where("by_operator", "=", true)
    .where("seen_at", "<", silent)
    .execute();
}

/** Gives exports or imports whose worker is silent to another one. Asks again after the same time, should that one be busy. */
async function resume(
  { db, jobs }: TendServices,
  { table, job }: { table: "exports"; job: "export" } | { table: "imports"; job: "import" },
): Promise<void> {
  // Both tables have the columns that are named here.
  const name = table as "exports";
  const isOurs = table === "imports" ? sql<boolean>`not by_operator` : sql<boolean>`true`;
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom(name)
      .select("id")
      .where("state", "in", ["queued", "running"])
      .where("seen_at", "<", silent)
      .where(isOurs)
      .orderBy("seen_at")
      .limit(20)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of rows) {
      await tx
        .updateTable(name)
        .set({ state: "queued", run: null, seen_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
      await jobs.enqueue(tx, job, { id });
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
  await resume(services, { table: "exports", job: "export" });
  await dropOperatorImports(services);
  await resume(services, { table: "imports", job: "import" });
  await endOld(services);
  await removeFiles(services, "exports", signal);
  await removeFiles(services, "imports", signal);
}
