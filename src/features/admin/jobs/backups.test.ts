import { mkdtemp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openManifest } from "../../../../scripts/admin/read-backup.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { until } from "#tests/harness/patience.ts";
import { testServer, type SignedUp } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWork } from "#app/roles/worker.ts";
import { startBackup } from "../commands.ts";
import { backupList } from "../queries.ts";
import { runBackup } from "./backups.ts";

let root: string;
let services: OpenServices;
let by: Parameters<typeof startBackup>[1];
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "echoform-backups-"));
  services = await testServices({ env: { BACKUP_DIR: path.join(root, "backups") } });
  const { id } = await aMember(services, { role: "admin" });
  const admin = { role: "admin", userId: id } as typeof by.admin;
  by = { admin, requestId: "request-1" };
});
afterAll(async () => {
  await services.close();
  await rm(root, { recursive: true, force: true });
});

const folder = () => services.env.BACKUP_DIR;
const never = new AbortController().signal;
const run = (id: string, signal = never) => runBackup(services, id, signal);
test("the list is empty before the first backup, and its folder need not exist", async () => {
  expect(await backupList(services)).toMatchObject({ run: null, items: [], damaged: [] });
});

test("a backup that an admin starts is whole, listed with its size, and in the audit log", async () => {
  await aPicture(services, await aMember(services));
  const { id, name } = await startBackup(services, by);
  expect((await backupList(services)).run).toMatchObject({ name, state: "queued" });
  await run(id);
  const { run: last, items, damaged, at } = await backupList(services);
  expect(last).toMatchObject({ name, state: "done", error: null });
  expect(damaged).toEqual([]);
  const manifest = await openManifest(path.join(folder(), name));
  expect(items).toEqual([
    {
      name,
      createdAt: manifest.createdAt,
      files: manifest.files.count,
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      bytes: expect.any(Number) as number,
    },
  ]);
  expect(items[0].bytes).toBeGreaterThan(manifest.files.bytes);
  expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(items[0].createdAt));
  const audit = services.db.selectFrom("admin_audit").select(["action", "target_id"]);
  expect(await audit.where("target_kind", "=", "backup").execute()).toEqual([
    { action: "backup.start", target_id: id },
  ]);
});

test("a second backup is refused while one waits or runs, also when two are asked for at once", async () => {
  const asked = await Promise.allSettled([1, 2, 3].map(() => startBackup(services, by)));
  const [first, ...more] = asked.filter((each) => each.status === "fulfilled");
  expect(more).toEqual([]);
  for (const each of asked.filter(({ status }) => status === "rejected")) {
    expect(each).toMatchObject({ reason: { code: "conflict" } });
  }
  await run(first.value.id);
});

test("a failed backup says why, leaves no folder, and the next one works", async () => {
  const { id, name } = await startBackup(services, by);
  const storage: OpenServices["storage"] = {
    ...services.storage,
    get: () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" })),
  };
  await runBackup({ ...services, storage }, id, never);
  const { run: last } = await backupList(services);
  expect(last).toMatchObject({
    state: "failed",
    error: `The backup in ${path.join(folder(), name)} failed: the disk is full (ENOSPC).`,
  });
  expect(await readdir(folder())).not.toContain(name);
  const next = await startBackup(services, by);
  await run(next.id);
  expect((await backupList(services)).run).toMatchObject({ name: next.name, state: "done" });
});

test("a backup ends when the program stops, and says so", async () => {
  const { id, name } = await startBackup(services, by);
  await run(id, AbortSignal.abort());
  expect((await backupList(services)).run).toMatchObject({
    name,
    state: "failed",
    error: "The program stopped before it was finished.",
  });
  expect(await readdir(folder())).not.toContain(name);
});

test("a backup whose worker died is shown as failed, does not block the next one, and its remains are deleted", async () => {
  const { id, name } = await startBackup(services, by);
  await services.db
    .updateTable("backups")
    .set({ state: "running", seen_at: new Date(Date.now() - 120_000) })
    .where("id", "=", id)
    .execute();
  await mkdir(path.join(folder(), name), { recursive: true });
  await writeFile(path.join(folder(), name, "files.jsonl"), "");
  const seen = await backupList(services);
  expect(seen.run).toMatchObject({ state: "failed", error: "Its worker ended." });
  expect(seen.damaged).toEqual([{ name, reason: "It has no backup.json, which is written last." }]);
  const next = await startBackup(services, by);
  await run(next.id);
  expect(await readdir(folder())).not.toContain(name);
});

test("a run is taken by one worker only", async () => {
  const { id, name } = await startBackup(services, by);
  await Promise.all([run(id), run(id)]);
  expect((await backupList(services)).run).toMatchObject({ name, state: "done" });
});

test("a damaged backup is listed as one, with its reason", async () => {
  const broken = path.join(folder(), "0-broken");
  await mkdir(broken);
  await writeFile(path.join(broken, "backup.json"), "{}");
  expect((await backupList(services)).damaged).toEqual([
    { name: "0-broken", reason: expect.stringContaining("the backup is damaged") as string },
  ]);
  await rm(broken, { recursive: true });
});

test("the worker makes a backup that is asked for over the API, and members may not ask", async () => {
  // A database of its own: jobs of the runs above would be taken before this one.
  const own = await testServices();
  const server = await testServer(own, { roles: ["web"] });
  const ada: SignedUp = await server.signUp("Ada Admin");
  const users = own.db.updateTable("users").set({ role: "admin" });
  await users.where("id", "=", ada.userId).execute();
  const member = await server.signUp("Mira Member");
  const post = (who: SignedUp) => who.fetch("/api/admin/backups", { method: "POST" });
  expect((await post(member)).status).toBe(403);
  const answer = await post(ada);
  expect(answer.status).toBe(202);
  const { name } = (await answer.json()) as { name: string };
  expect((await post(ada)).status).toBe(409);
  const work = await startWork(own);
  const list = async () =>
    (await (await ada.fetch("/api/admin/backups")).json()) as Awaited<
      ReturnType<typeof backupList>
    >;
  const done = await until("the backup", list, (seen) => seen.run?.state === "done");
  expect(done.items.map((item) => item.name)).toContain(name);
  await work.stop();
  await server.close();
  await own.close();
});
