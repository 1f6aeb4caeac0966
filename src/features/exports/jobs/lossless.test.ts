import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anExport,
  archiveBytes,
  asMember,
  aStoredPicture,
  bringArchive,
  filesOfTar,
  sha256,
} from "#tests/harness/archive.ts";
import { aMember, type TestMember } from "#tests/harness/factories.ts";
import { aTransparentPicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { deletePicture } from "#app/features/pictures/commands.ts";
import type { OpenServices } from "#app/open-services.ts";

let here: OpenServices;
let there: OpenServices;
let member: TestMember;
let archive: Buffer;
const made: { id: string; sha256: string; storageKey: string }[] = [];
beforeAll(async () => {
  [here, there] = await Promise.all([testServices(), testServices()]);
  member = await aMember(here);
  const png = await aStoredPicture(here, member, 1, { lossless: await aTransparentPicture("png") });
  const lossless = await aTransparentPicture("webp");
  const webp = await aStoredPicture(here, member, 2, { lossless, sourceId: png.id });
  made.push(png, webp, await aStoredPicture(here, member, 3));
  archive = await archiveBytes(here, member, await anExport(here, member));
});
afterAll(async () => {
  await here.close();
  await there.close();
});

const endings = ["png", "webp", "jpg"];

test("an archive has the true originals, named by their own digest and form", async () => {
  const files = await filesOfTar(archive);
  const manifest = files.get("manifest-sha256.txt")?.toString("utf8") ?? "";
  const outbox = files.get("activitypub/outbox.json")?.toString("utf8") ?? "";
  for (const [at, picture] of made.entries()) {
    const name = `data/pictures/${picture.sha256}.${endings[at]}`;
    const stored = await here.storage.get(picture.storageKey);
    expect(files.get(name)?.equals(stored?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(sha256(files.get(name) ?? Buffer.alloc(0))).toBe(picture.sha256);
    expect(manifest).toContain(`${picture.sha256}  ${name}\n`);
    expect(outbox).toContain(`"../${name}"`);
  }
  expect(outbox).toContain('"mediaType":"image/webp"');
});

test("an archive with them is taken over byte by byte, and again without a second copy", async () => {
  const newcomer = await aMember(there, { columns: { username: member.username } });
  for (const added of [3, 0]) {
    expect(await bringArchive(there, newcomer, archive)).toMatchObject({
      state: "done",
      reason: null,
      counts: { pictures: { added, known: 3 - added }, withoutSource: 0 },
    });
  }
  const rows = await there.db
    .selectFrom("pictures")
    .selectAll()
    .where("owner_id", "=", newcomer.id)
    .orderBy("created_at")
    .execute();
  expect(rows.map((row) => [row.storage_key, row.has_alpha])).toEqual(
    made.map((picture, at) => [picture.storageKey, at < 2]),
  );
  for (const row of rows) {
    const stored = await there.storage.get(row.storage_key);
    expect(sha256(stored?.bytes ?? Buffer.alloc(0))).toBe(row.sha256);
  }
  // And leaves nothing when it is deleted.
  const [first] = rows;
  await deletePicture(there, asMember(newcomer), first.id);
  expect(await there.storage.head(first.storage_key)).toBeNull();
});

test("a file that is not what its name says is refused, and so is a PNG that moves", async () => {
  const control = Buffer.from("000000086163544c0000000200000000f38d9370", "hex");
  const plain = await aTransparentPicture("png");
  const moving = Buffer.concat([plain.subarray(0, 33), control, plain.subarray(33)]);
  const jpeg = await sharp(plain).flatten().jpeg().toBuffer();
  for (const [bytes, ending, reason] of [
    [jpeg, "png", /is not a PNG/],
    [plain, "webp", /is not a WebP/],
    [plain, "jpg", /is not a JPEG/],
    [moving, "png", /Animated pictures are not accepted/],
  ] as const) {
    const owner = await aMember(here);
    const { id } = await aStoredPicture(here, owner, 4, { lossless: plain });
    const digest = sha256(bytes);
    const storageKey = `pictures/${digest.slice(0, 2)}/${digest}.${ending}`;
    await here.storage.put(storageKey, bytes);
    await here.db
      .updateTable("pictures")
      .set({ storage_key: storageKey, sha256: digest, bytes: bytes.length, has_alpha: false })
      .where("id", "=", id)
      .execute();
    const forged = await archiveBytes(here, owner, await anExport(here, owner));
    const newcomer = await aMember(there, { columns: { username: owner.username } });
    expect(await bringArchive(there, newcomer, forged)).toMatchObject({
      state: "refused",
      reason: expect.stringMatching(reason),
    });
    expect(await there.storage.head(storageKey)).toBeNull();
  }
});
