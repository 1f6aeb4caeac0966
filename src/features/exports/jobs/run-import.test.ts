import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aFullMember,
  anExport,
  archiveBytes,
  asMember,
  aStoredPicture,
  bringArchive,
  filesOfTar,
  sha256,
  type FullMember,
} from "#tests/harness/archive.ts";
import { aMember, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { createAnalysis, createMarking } from "#app/features/pictures/jobs.ts";
import type { OpenServices } from "#app/open-services.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import { originalKey } from "#app/rules/picture-files.ts";
import { beginImport, cancelImport, receiveChunk } from "../commands.ts";
import { tendExports } from "./tend.ts";

const never = new AbortController().signal;
let here: OpenServices;
let there: OpenServices;
let scene: FullMember;
let archive: Buffer;
beforeAll(async () => {
  [here, there] = await Promise.all([testServices(), testServices()]);
  scene = await aFullMember(here);
  archive = await archiveBytes(here, scene.member, await anExport(here, scene.member));
});
afterAll(async () => {
  await here.close();
  await there.close();
});

/** The member of the archive in the other installation, whose likes and follows have nobody to go to. */
const newcomer = (columns: object = {}) =>
  aMember(there, { name: "Mira Holt", columns: { username: scene.member.username, ...columns } });

const picturesOf = ({ id }: TestMember) =>
  there.db
    .selectFrom("pictures")
    .select(["id", "sha256", "title", "is_public", "source_picture_id", "created_at", "approved"])
    .where("owner_id", "=", id)
    .orderBy("created_at")
    .execute();

let member: TestMember;

test("CO-06 an archive is taken over with its lineage; what is not here is left out and counted", async () => {
  member = await newcomer();
  const before = await there.db
    .selectFrom("ledger_accounts")
    .selectAll()
    .where("user_id", "=", member.id)
    .execute();
  const ended = await bringArchive(there, member, archive);
  expect(ended).toMatchObject({
    state: "done",
    reason: null,
    counts: {
      pictures: { added: 3, known: 0, ofOthers: 0 },
      withoutSource: 0,
      collections: { added: 1, known: 0, withoutImages: 1 },
      likes: { added: 1, notHere: 1 },
      follows: { added: 0, notHere: 1 },
      kits: { added: 1, known: 0 },
      wordLists: { added: 1, known: 0 },
    },
  });
  const pictures = await picturesOf(member);
  expect(pictures.map((picture) => picture.sha256)).toEqual(
    scene.pictures.map((picture) => picture.sha256),
  );
  expect(pictures[1]).toMatchObject({
    source_picture_id: pictures[0]?.id,
    created_at: new Date(Date.UTC(2026, 0, 2, 3, 2)),
  });
  expect(pictures.map((picture) => picture.is_public)).toEqual([true, true, false]);
  const profile = there.db.selectFrom("users").select(["bio", "role", "credits"]);
  expect(await profile.where("id", "=", member.id).executeTakeFirst()).toMatchObject({
    bio: "Paints sheets",
    role: "member",
  });
  const after = there.db.selectFrom("ledger_accounts").selectAll();
  expect(await after.where("user_id", "=", member.id).execute()).toEqual(before);
  expect(await Array.fromAsync(there.storage.list("imports/"))).toEqual([]);
  expect(await there.db.selectFrom("import_pictures").selectAll().execute()).toEqual([]);
});

test("CO-06 images of an archive are analysed once: their features are there with their rows, of public ones alone", async () => {
  const looking = await testServices({ env: { HELPERS: "moderation,similar" } });
  try {
    const { username } = scene.member;
    const owner = await aMember(looking, { name: "Mira Holt", columns: { username } });
    expect(await bringArchive(looking, owner, archive)).toMatchObject({ state: "done" });
    const rows = await looking.db
      .selectFrom("pictures as p")
      .leftJoin("picture_features as f", "f.picture_id", "p.id")
      .select(["p.storage_key", "f.features", "f.signs"])
      .where("p.owner_id", "=", owner.id)
      .orderBy("p.created_at")
      .execute();
    const vectors = await Promise.all(
      rows.map(async ({ storage_key: key }) =>
        looking.vision.features((await looking.storage.get(key))?.bytes ?? Buffer.alloc(0)),
      ),
    );
    const kept = rows.map(({ features }) => features && [...Float32Array.from(features)]);
    expect(kept).toEqual([...vectors.slice(0, 2).map((vector) => [...vector]), null]);
    expect(rows[0]?.signs).toBe(binaryEmbedding(vectors[0] ?? []));
    expect(await createAnalysis(looking)(never)).toBe(0);
  } finally {
    await looking.close();
  }
});

test("CO-06 the same archive twice is the same as once", async () => {
  const before = await picturesOf(member);
  const ended = await bringArchive(there, member, archive);
  expect(ended.counts).toMatchObject({
    pictures: { added: 0, known: 3, ofOthers: 0 },
    collections: { added: 0, known: 1 },
    kits: { added: 0, known: 1 },
    wordLists: { added: 0, known: 1 },
  });
  expect(await picturesOf(member)).toEqual(before);
});

test("CO-06 the files of images of another site are not marked anew, so that they stay the same", async () => {
  const before = await picturesOf(member);
  await createMarking(there)(never);
  expect(await picturesOf(member)).toEqual(before);
  for (const { sha256: digest } of before) {
    const file = await there.storage.get(originalKey(digest));
    expect(sha256(file?.bytes ?? "")).toBe(digest);
  }
});

test("CO-06 what was taken over is exported again with equal images and words", async () => {
  const first = await filesOfTar(archive);
  const again = await filesOfTar(await archiveBytes(there, member, await anExport(there, member)));
  for (const name of ["data/pictures.jsonl", "data/profile.json", "data/style-kits.jsonl"]) {
    expect(again.get(name)?.toString()).toBe(first.get(name)?.toString());
  }
  const originals = (files: Map<string, Buffer>) =>
    [...files].filter(([name]) => name.startsWith("data/pictures/"));
  expect(originals(again)).toEqual(originals(first));
});

test("CO-06 an image that somebody else here has is left out; a name that is another's is refused", async () => {
  const other = await aMember(there);
  const asked = await bringArchive(there, other, archive);
  expect(asked).toMatchObject({ state: "refused" });
  expect(asked.reason).toContain(`The archive is @${scene.member.username}'s`);
  const claimed = await bringArchive(there, other, archive, scene.member.username);
  expect(claimed.reason).toContain("is another member here");
  await there.db
    .updateTable("users")
    .set({ username: "somebody_else" })
    .where("id", "=", member.id)
    .execute();
  const allowed = await bringArchive(there, other, archive, scene.member.username);
  expect(allowed.counts?.pictures).toEqual({ added: 0, known: 0, ofOthers: 3 });
  expect(await picturesOf(other)).toEqual([]);
});

test("CO-06 where new pictures wait for an admin, those of an archive do too", async () => {
  const strict = await testServices({ env: { MODERATION: "before" } });
  try {
    const { username } = scene.member;
    const arrived = await aMember(strict, { columns: { username } });
    const ended = await bringArchive(strict, arrived, archive);
    expect(ended.counts?.pictures.added).toBe(3);
    const rows = await strict.db.selectFrom("pictures").select(["approved", "status"]).execute();
    const waiting = { approved: false, status: "waiting" };
    expect(rows).toEqual([waiting, waiting, waiting]);
  } finally {
    await strict.close();
  }
});

test("CO-06 an upload is continued where it broke off, in order, and a cancelled one leaves nothing", async () => {
  const arrived = await aMember(there);
  const size = 20 * 1024 * 1024;
  const actor = asMember(arrived);
  const { id, chunk } = await beginImport(there, actor, { size });
  const part = Buffer.alloc(chunk);
  await expect(receiveChunk(there, actor, { id, from: chunk }, part)).rejects.toMatchObject({
    code: "conflict",
    info: { extra: { received: 0 } },
  });
  await receiveChunk(there, actor, { id, from: 0 }, part);
  await receiveChunk(there, actor, { id, from: 0 }, part);
  await expect(
    receiveChunk(there, actor, { id, from: chunk }, part.subarray(1)),
  ).rejects.toMatchObject({ code: "invalid-request" });
  expect(await beginImport(there, actor, { size })).toEqual({ id, received: chunk, chunk });
  await expect(beginImport(there, actor, { size: size + 1 })).rejects.toMatchObject({
    code: "conflict",
  });
  const other = asMember(await aMember(there));
  await expect(cancelImport(there, other, id)).rejects.toMatchObject({ code: "not-found" });
  await expect(receiveChunk(there, other, { id, from: chunk }, part)).rejects.toMatchObject({
    code: "not-found",
  });
  await cancelImport(there, actor, id);
  await tendExports(there, never);
  expect(await Array.fromAsync(there.storage.list("imports/"))).toEqual([]);
});

test("CO-06 sources in a circle are broken up, and a source that is not here is counted", async () => {
  const author = await aMember(here);
  const one = await aStoredPicture(here, author, 141);
  const two = await aStoredPicture(here, author, 142, { sourceId: scene.open.id });
  const bytes = await archiveBytes(here, author, await anExport(here, author));
  const arrived = await aMember(there, { columns: { username: author.username } });
  const ended = await bringArchive(there, arrived, bytes);
  expect(ended.counts).toMatchObject({ pictures: { added: 2 }, withoutSource: 1 });
  expect((await picturesOf(arrived)).map((row) => row.sha256).toSorted()).toEqual(
    [one.sha256, two.sha256].toSorted(),
  );
});
