import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand as run } from "#tests/harness/admin-command.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { command as backup } from "./backup.ts";
import {
  fileList,
  manifestFile,
  storedFile,
  tableFile,
  writeManifest,
  type Manifest,
} from "#app/features/admin/jobs/backup-format.ts";
import { audited } from "#app/features/admin/commands.ts";
import { deletePictureForEver, requestDeletion } from "#app/features/deletion/commands.ts";
import { eraseDue } from "#app/features/deletion/jobs.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { command as deletions } from "./deletions.ts";
import { command as restore } from "./restore.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "echoform-restore-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A finished backup of one picture, and an empty target to restore it to. */
async function aBackup(name: string) {
  const source = await testServices();
  const picture = await aPicture(source, await aMember(source));
  const folder = path.join(root, name);
  await run(backup, source, { to: folder });
  await source.close();
  const target = await testServices();
  const refusal = () =>
    run(restore, target, { from: folder }).then(
      () => "restored",
      (error: Error) => error.message,
    );
  return { folder, picture, target, refusal };
}

/** Rewrites the manifest with a valid checksum, as an attacker could. */
async function changeManifest(folder: string, change: (manifest: Manifest) => void) {
  const { sha256: _sum, ...manifest } = JSON.parse(
    await readFile(manifestFile(folder), "utf8"),
  ) as Manifest & { sha256: string };
  change(manifest);
  await writeFile(manifestFile(folder), writeManifest(manifest));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function changeFileList(folder: string, change: (text: string) => string) {
  const text = change(await readFile(fileList(folder), "utf8"));
  await writeFile(fileList(folder), text);
  await changeManifest(folder, (manifest) => {
    manifest.files.sha256 = sha256(text);
  });
}

async function changeText(file: string, from: string, to: string) {
  const text = await readFile(file, "utf8");
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

type Damage = [what: string, named: string, damage: (folder: string) => Promise<void>];
const damages: Damage[] = [
  [
    "a manifest that is no JSON",
    "backup.json is no JSON",
    (folder) => writeFile(manifestFile(folder), "{"),
  ],
  [
    "a manifest of something else",
    "backup.json lacks",
    (folder) => writeFile(manifestFile(folder), "[]"),
  ],
  [
    "a manifest that was edited",
    "backup.json does not match its checksum",
    (folder) => changeText(manifestFile(folder), '"bytes": ', '"bytes": 1'),
  ],
  [
    "a manifest without its checksum",
    "backup.json does not match its checksum",
    async (folder) => {
      const text = await readFile(manifestFile(folder), "utf8");
      const { sha256: _sum, ...manifest } = JSON.parse(text) as Manifest & { sha256: string };
      await writeFile(manifestFile(folder), JSON.stringify(manifest));
    },
  ],
  [
    "a manifest without two tables",
    "backup.json does not list the table ledger_entries",
    (folder) =>
      changeManifest(folder, (manifest) => {
        manifest.tables = manifest.tables.filter(
          ({ name }) => name !== "ledger_entries" && name !== "ledger_transactions",
        );
      }),
  ],
  [
    "a table without one of its columns",
    "backup.json has other columns for accounts",
    (folder) => changeManifest(folder, ({ tables }) => void tables[0].columns.pop()),
  ],
  [
    "a table that is listed twice",
    "backup.json names unknown or duplicate tables",
    (folder) => changeManifest(folder, ({ tables }) => void tables.push(tables[0])),
  ],
  [
    "another release",
    "another release (0001_another.sql",
    (folder) =>
      changeManifest(folder, ({ migrations }) => {
        migrations[0].name = "0001_another.sql";
      }),
  ],
  [
    "a changed row",
    "users.copy does not match its checksum",
    (folder) => changeText(tableFile(folder, "users"), "Mira", "Mora"),
  ],
  ["a lost table", "users.copy is missing", (folder) => rm(tableFile(folder, "users"))],
  [
    "rows that are none",
    "users.copy cannot be loaded",
    async (folder) => {
      await writeFile(tableFile(folder, "users"), "not rows\n");
      await changeManifest(folder, ({ tables }) => {
        for (const table of tables) if (table.name === "users") table.sha256 = sha256("not rows\n");
      });
    },
  ],
  [
    "fewer rows than were counted",
    "likes.copy has 0 rows",
    (folder) =>
      changeManifest(folder, ({ tables }) => {
        for (const table of tables) if (table.name === "likes") table.rows = 7;
      }),
  ],
  [
    "a changed list of files",
    "files.jsonl does not match its checksum",
    (folder) => writeFile(fileList(folder), ""),
  ],
  [
    "a broken line in the list of files",
    "files.jsonl is damaged in line 2",
    (folder) => changeFileList(folder, (text) => `${text}{"key":\n`),
  ],
  [
    "a file that would be read from elsewhere",
    "files.jsonl is damaged in line 1",
    (folder) => changeFileList(folder, (text) => text.replace('"key":"', '"key":"../../')),
  ],
  [
    "a shortened list of files",
    "files.jsonl does not match its checksum",
    (folder) => changeFileList(folder, () => ""),
  ],
];

test.each(damages)(
  "a backup with %s is refused in a sentence that names it",
  async (_what, named, damage) => {
    const { folder, target, refusal } = await aBackup(`damaged-${randomUUID()}`);
    await damage(folder);
    const said = await refusal();
    expect(said).toContain(named);
    expect(said).toMatch(/^[^\n]+$/);
    expect(said).not.toMatch(/expected|Unexpected|invalid_type/);
    expect(await target.db.selectFrom("users").select("id").execute()).toEqual([]);
    expect(await Array.fromAsync(target.storage.list(""))).toEqual([]);
    await target.close();
  },
);

test("a backup with a changed, truncated or missing picture is refused, and its file named", async () => {
  const { folder, picture, target, refusal } = await aBackup("pictures");
  const file = storedFile(folder, picture.storage_key);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, -1));
  expect(await refusal()).toBe(`${file} does not match its checksum.`);
  await rm(file);
  expect(await refusal()).toMatch(/^.*\.jpg is missing \(ENOENT\)\.$/);
  await writeFile(file, bytes);
  expect(await refusal()).toBe("restored");
  await target.close();
});

test("a truncated backup is refused, and a folder is used once", async () => {
  const { folder, target, refusal } = await aBackup("cut-short");
  await expect(run(backup, target, { to: folder })).rejects.toThrow(/not empty/);
  await rm(manifestFile(folder));
  expect(await refusal()).toMatch(/no finished backup/);
  expect((await readdir(path.join(folder, "tables"))).length).toBeGreaterThan(10);
  await target.close();
});

test("CO-06 what was deleted since the backup is deleted again by a restore, over the same and over another storage", async () => {
  const source = await testServices();
  const member = await aMember(source);
  const stays = await aMember(source);
  const waits = await aMember(source);
  const picture = await aPicture(source, member);
  const single = await aPicture(source, stays);
  const kept = await aPicture(source, stays);
  const operator = { system: "operator", audited } as const;
  const { key: waiting } = await requestDeletion(source, operator, waits.id);
  await source.db
    .updateTable("deletions")
    .set({ due_at: new Date(Date.now() + 60_000) })
    .where("id", "=", waiting)
    .execute();
  await source.db
    .updateTable("users")
    .set((eb) => ({
      delete_after: eb.selectFrom("deletions").select("due_at").where("id", "=", waiting),
    }))
    .where("id", "=", waits.id)
    .execute();
  const folder = path.join(root, "before-deletions");
  await run(backup, source, { to: folder });

  const { key } = await requestDeletion(source, operator, member.id);
  await source.db
    .updateTable("users")
    .set({ delete_after: new Date(0) })
    .where("id", "=", member.id)
    .execute();
  await source.db
    .updateTable("deletions")
    .set({ due_at: new Date(0) })
    .where("id", "=", key)
    .execute();
  await deletePictureForEver(source, actorFor(stays), single.id);
  await eraseDue(source);
  const list = path.join(root, "tombstones");
  await writeFile(list, (await run(deletions, source, { tombstones: true })).output);
  expect(await readFile(list, "utf8")).not.toContain(member.id);

  const target = await testServices();
  for (const [services, options] of [
    [source, { from: folder, force: true }],
    [target, { from: folder, deletions: list }],
  ] as const) {
    const { output } = await run(restore, services, options);
    expect(output).toContain("2 accounts and pictures that were deleted since then");
    const users = await services.db.selectFrom("users").select(["id", "delete_after"]).execute();
    expect(users.map(({ id }) => id)).not.toContain(member.id);
    // Its member may have kept it since: the whole time again.
    const again = users.find(({ id }) => id === waits.id)?.delete_after;
    expect((again?.getTime() ?? 0) - Date.now()).toBeGreaterThan(29 * 24 * 3600_000);
    const pictures = await services.db.selectFrom("pictures").select("id").execute();
    expect(pictures.map(({ id }) => id)).toEqual([kept.id]);
    expect(await services.storage.head(picture.storage_key)).toBeNull();
    expect((await run(deletions, services, { receipt: key })).output).toContain("account  done");
    await services.close();
  }
});
