import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { anExport, archiveBytes, asMember, aStoredPicture } from "#tests/harness/archive.ts";
import { aMember, type TestMember } from "#tests/harness/factories.ts";
import { until } from "#tests/harness/patience.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { deletePictureForEver } from "#app/features/deletion/commands.ts";
import { eraseDue } from "#app/features/deletion/jobs.ts";
import { deletionByKey } from "#app/features/deletion/queries.ts";
import { holdFiles, updatePicture } from "#app/features/pictures/commands.ts";
import { sweepOrphans } from "#app/features/pictures/jobs.ts";
import { beginImport } from "../commands.ts";
import { takeOver } from "./run-import.ts";

/** Files that an import counts on, while others want to delete them. */

let services: OpenServices;
let member: TestMember;
let picture: { id: string; sha256: string; storageKey: string };
let archive: Buffer;
beforeAll(async () => {
  services = await testServices();
});
beforeEach(async () => {
  member = await aMember(services);
  picture = await aStoredPicture(services, member, 7);
  archive = await archiveBytes(services, member, await anExport(services, member));
});
afterAll(() => services.close());

const hasFile = async () => (await services.storage.head(picture.storageKey)) !== null;
const retitle = () => updatePicture(services, asMember(member), picture.id, { title: "Another" });

/** Imports the member's own archive. @param whenStored called once its file is stored, before its picture has a row */
async function importAgain(whenStored?: () => Promise<unknown>) {
  const { id } = await beginImport(services, asMember(member), { size: archive.length });
  const target = { id, userId: member.id, formerName: null, byOperator: false, isChecked: false };
  async function* open() {
    yield archive;
  }
  const counts = await takeOver(services, target, open, async (phase, done) => {
    if (phase === "store" && done === 1) await whenStored?.();
  });
  await services.db.deleteFrom("imports").where("id", "=", id).execute();
  return counts.pictures;
}

test("CO-06 a picture that is changed while its archive is imported leaves the import its file", async () => {
  expect(await importAgain(retitle)).toMatchObject({ added: 1 });
  expect(await hasFile()).toBe(true);
});

test("CO-06 the sweep leaves files alone that an import will name", async () => {
  await retitle();
  expect(await hasFile()).toBe(false);
  const soon = new Date(Date.now() + 60_000);
  const counts = await importAgain(() => sweepOrphans(services, soon));
  expect(counts).toMatchObject({ added: 1 });
  expect(await hasFile()).toBe(true);
  // Once no picture has it, it goes.
  await services.db.deleteFrom("pictures").where("storage_key", "=", picture.storageKey).execute();
  expect(await sweepOrphans(services, soon)).toContain(picture.storageKey);
});

test("CO-06 an erasure that goes on after an import leaves the file that was imported again", async () => {
  const { receipt } = await deletePictureForEver(services, asMember(member), picture.id);
  const broken = () => Promise.reject(new Error("the disk is away"));
  const failing = { ...services, storage: { ...services.storage, delete: broken } };
  await eraseDue(failing).catch(() => undefined);
  expect(await importAgain()).toMatchObject({ added: 1 });
  await eraseDue(services);
  const deletion = await deletionByKey(services.db, receipt);
  expect(deletion).toMatchObject({ state: "done", removed: { pictures: 1 } });
  expect(deletion?.removed).not.toHaveProperty("files");
  expect(await hasFile()).toBe(true);
});

test("CO-06 an import waits for a deletion of its file that has begun, and then writes the file", async () => {
  const file = await services.storage.get(picture.storageKey);
  await retitle();
  await services.storage.put(picture.storageKey, file?.bytes ?? new Uint8Array());
  let importing: Promise<unknown> | undefined;
  await services.db.transaction().execute(async (tx) => {
    await holdFiles(tx, picture.sha256);
    importing = importAgain();
    await until(
      "the import to wait",
      async () => {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
          services.db,
        );
        return rows.length;
      },
      (waiting) => waiting > 0,
    );
    await services.storage.delete(picture.storageKey);
  });
  expect(await importing).toMatchObject({ added: 1 });
  expect(await hasFile()).toBe(true);
});
