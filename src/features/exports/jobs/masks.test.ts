import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anExport,
  archiveBytes,
  asMember,
  bringArchive,
  filesOfTar,
  sha256,
} from "#tests/harness/archive.ts";
import { archiveFiles, aWholeEditor, masksIn } from "#tests/harness/edited.ts";
import { aMember } from "#tests/harness/factories.ts";
import { anEditor } from "#tests/harness/masks.ts";
import { testServices } from "#tests/harness/services.ts";
import { tendMasks } from "#app/features/generation/jobs/masks.ts";
import { editOfPicture } from "#app/features/generation/queries/masks.ts";
import { threadOf } from "#app/features/generation/queries/threads.ts";
import { deletePicture } from "#app/features/pictures/commands.ts";
import type { OpenServices } from "#app/open-services.ts";

let here: OpenServices;
let there: OpenServices;
beforeAll(async () => {
  [here, there] = await Promise.all([testServices(), testServices()]);
});
afterAll(async () => {
  await here.close();
  await there.close();
});

type Lines = Record<string, unknown>[];
const linesIn = (files: Map<string, Buffer>, name: string) =>
  (files.get(name)?.toString("utf8") ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Lines[number]);
const manifestOf = (files: Map<string, Buffer>) =>
  files.get("manifest-sha256.txt")?.toString("utf8");

test("CO-06 masks of edits go with their images, and come back in an equal archive", async () => {
  const { member, made } = await aWholeEditor(here);
  const first = await archiveFiles(here, member);
  const casts = linesIn(first.files, "records/casts.jsonl");
  const [white, , half] = casts.map(({ mask }) => String(mask));
  expect(casts).toMatchObject([white, white, half].map((mask) => ({ mask, edit: { grow: 2 } })));
  // Each file once, and what no image is left of is for reading.
  expect(masksIn(first.files).toSorted()).toEqual([
    `data/masks/${white}.png`,
    `records/masks/${half}.png`,
  ]);
  for (const name of masksIn(first.files)) {
    expect(name).toContain(sha256(first.files.get(name) ?? ""));
  }
  const pictures = linesIn(first.files, "data/pictures.jsonl");
  expect(pictures.map(({ sha256: digest, mask }) => [digest, mask])).toEqual(
    expect.arrayContaining(made.map((one) => [one.sha256, white])),
  );
  expect(pictures.filter((one) => "mask" in one)).toHaveLength(2);

  const newcomer = await aMember(there, { columns: { username: member.username } });
  for (const added of [1, 0]) {
    expect(await bringArchive(there, newcomer, first.bytes)).toMatchObject({
      state: "done",
      reason: null,
      counts: { masks: { added, known: 1 - added } },
    });
  }
  // Upkeep leaves them: a picture has them.
  await there.db
    .updateTable("masks")
    .set({ created_at: new Date(0) })
    .execute();
  await tendMasks(there, new Date(Date.now() + 60_000));
  const second = await archiveFiles(there, newcomer);
  expect(manifestOf(second.files)).toBe(manifestOf(first.files));
  expect(masksIn(second.files)).toEqual([`data/masks/${white}.png`]);

  // The editor opens the mask again, for its member alone.
  const rows = await there.db
    .selectFrom("pictures")
    .select("id")
    .where("owner_id", "=", newcomer.id)
    .where("sha256", "=", made[0].sha256)
    .execute();
  const edit = await editOfPicture(there.db, newcomer.id, rows[0].id);
  expect(edit).toMatchObject({ maskId: expect.any(String), grow: 2 });
  const thread = await threadOf(there.db, asMember(newcomer), rows[0].id);
  const masked = thread?.nodes.filter(({ picture }) => picture?.hasMask).map(({ id }) => id);
  expect(masked).toContain(rows[0].id);
  expect(masked).toHaveLength(2);
  const stranger = await aMember(there);
  expect(await editOfPicture(there.db, stranger.id, rows[0].id)).toBeNull();

  // With its last image a mask goes too.
  const ids = await there.db
    .selectFrom("pictures")
    .select("id")
    .where("owner_id", "=", newcomer.id)
    .execute();
  for (const { id } of ids) await deletePicture(there, asMember(newcomer), id);
  await tendMasks(there, new Date(Date.now() + 60_000));
  expect(await there.db.selectFrom("masks").select("id").execute()).toEqual([]);
  expect(await Array.fromAsync(there.storage.list("masks/"))).toEqual([]);
});

test("CO-06 an image that has its mask here keeps it", async () => {
  const { member } = await aWholeEditor(here);
  const { bytes, files } = await archiveFiles(here, member);
  const before = await here.db.selectFrom("masks").selectAll().orderBy("id").execute();
  expect(await bringArchive(here, member, bytes)).toMatchObject({
    state: "done",
    counts: { masks: { added: 0, known: 1 } },
  });
  expect(await here.db.selectFrom("masks").selectAll().orderBy("id").execute()).toEqual(before);
  expect(manifestOf((await archiveFiles(here, member)).files)).toBe(manifestOf(files));
});

test("a mask whose file is lost does not keep the archive from its member", async () => {
  const editor = await anEditor(here);
  const { source, maskId } = editor;
  await editor.cast({ prompt: "a boat", source, edit: { maskId } });
  const { storage_key: key } = await here.db
    .selectFrom("masks")
    .select("storage_key")
    .where("id", "=", maskId)
    .executeTakeFirstOrThrow();
  await here.storage.delete(key);
  const archive = await archiveBytes(here, editor.member, await anExport(here, editor.member));
  const files = await filesOfTar(archive);
  expect([...files.keys()].filter((name) => name.includes("/masks/"))).toEqual([]);
  const [cast] = (files.get("records/casts.jsonl")?.toString("utf8") ?? "").trim().split("\n");
  expect(JSON.parse(cast)).toMatchObject({ mask: null, edit: { grow: 0 } });
});
