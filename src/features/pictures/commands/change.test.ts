import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, aPng, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Member } from "#app/lib/actor.ts";
import type { AppError } from "#app/lib/errors.ts";
import { premadeVariants, variantKey } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";
import { deletePicture, updatePicture } from "../commands.ts";
import type { PictureChanges } from "../inputs.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let actor: Member;

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
  actor = actorFor(owner);
});
afterAll(() => services.close());

const rowOf = (id: string) =>
  services.db.selectFrom("pictures").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** The picture's row, after its original was found whole in storage. */
async function wholeRow(id: string) {
  const row = await rowOf(id);
  const file = await services.storage.get(row.storage_key);
  expect(file, `the original of ${row.title}`).not.toBeNull();
  const digest = createHash("sha256")
    .update(file?.bytes ?? "")
    .digest("hex");
  expect(digest).toBe(row.sha256);
  expect(row.bytes).toBe(file?.size);
  return row;
}

async function originals(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of services.storage.list("pictures/")) keys.push(key);
  return keys;
}

/** Sends the changes of a round all at once, and returns those that failed. */
async function atOnce(id: string, changes: readonly PictureChanges[], over: Services = services) {
  const results = await Promise.allSettled(
    changes.map((change) => updatePicture(over, actor, id, change)),
  );
  return results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
}

/** More than one process: each call reads the row before any of them writes. */
function slowReading(readers: number): Services {
  let waiting = readers;
  const gate = Promise.withResolvers<void>();
  return {
    ...services,
    storage: {
      ...services.storage,
      async get(key) {
        const file = await services.storage.get(key);
        waiting -= 1;
        if (waiting <= 0) gate.resolve();
        await gate.promise;
        return file;
      },
    },
  };
}

test("equal changes at once keep the original", async () => {
  const picture = await madePicture(services, owner);
  for (let round = 0; round < 12; round += 1) {
    const change = { title: `Round ${round}` };
    expect(await atOnce(picture.id, [change, change], slowReading(2))).toEqual([]);
    expect(await wholeRow(picture.id)).toMatchObject(change);
  }
});

test("changes of different fields at once are all made, and keep the original", async () => {
  const picture = await madePicture(services, owner);
  for (let round = 0; round < 12; round += 1) {
    const changes = [
      { title: `Round ${round}` },
      { license: round % 2 ? "cc-by" : "cc0" },
      { prompt_hidden: round % 2 === 0 },
    ] as const;
    expect(await atOnce(picture.id, changes, slowReading(3))).toEqual([]);
    expect(await wholeRow(picture.id)).toMatchObject(Object.assign({}, ...changes));
  }
});

test("a change and its concurrent undo keep the original", async () => {
  const picture = await madePicture(services, owner);
  const titles = ["Here", "There"];
  for (let round = 0; round < 12; round += 1) {
    const changes = [...titles, ...titles].map((title) => ({ title }));
    expect(await atOnce(picture.id, changes)).toEqual([]);
    expect(titles).toContain((await wholeRow(picture.id)).title);
  }
});

test("files of earlier versions go, and so do those of changes that came too late", async () => {
  const picture = await madePicture(services, owner);
  const before = await originals();
  await atOnce(
    picture.id,
    Array.from({ length: 6 }, (_, index) => ({ title: `Title ${index}` })),
    slowReading(2),
  );
  const row = await wholeRow(picture.id);
  const others = before.filter((key) => key !== picture.storageKey);
  expect(await originals()).toEqual([...others, row.storage_key].toSorted());
});

test("changing the metadata of a file decodes and resizes nothing", async () => {
  const picture = await madePicture(services, owner, { png: await aPng(1_400, 900) });
  const before = await Promise.all(
    premadeVariants.map((v) => services.storage.get(variantKey(picture.sha256, v))),
  );
  const imaging = { ...services.imaging, variant: () => Promise.reject(new Error("resized")) };
  const change = { title: "Another title", license: "cc0", prompt_hidden: true } as const;
  await updatePicture({ ...services, imaging }, actor, picture.id, change);
  const row = await wholeRow(picture.id);
  const pixels = (bytes: Buffer | undefined) => sharp(bytes).raw().toBuffer();
  const packets: string[] = [];
  for (const [index, variant] of premadeVariants.entries()) {
    const file = await services.storage.get(variantKey(row.sha256, variant));
    expect((await pixels(file?.bytes)).equals(await pixels(before[index]?.bytes))).toBe(true);
    const { xmp, width } = await sharp(file?.bytes).metadata();
    expect(width).toBe(variant.width);
    packets.push(xmp?.toString("utf8") ?? "");
  }
  const [blur, small, large] = packets;
  expect(blur).toBe("");
  expect(small).toContain("cc0");
  expect(large).toContain("Another title");
  expect(large).not.toContain("watercolour");
  // As if they had been made of the new original.
  const original = (await services.storage.get(row.storage_key))?.bytes ?? Buffer.alloc(0);
  const anew = await services.imaging.variant(original, premadeVariants[2]);
  expect((await sharp(anew).metadata()).xmp?.toString("utf8")).toBe(large);
});

test("variants that are missing are made again with the next change", async () => {
  const picture = await madePicture(services, owner);
  for (const variant of premadeVariants) {
    await services.storage.delete(variantKey(picture.sha256, variant));
  }
  await updatePicture(services, actor, picture.id, { title: "Whole again" });
  const { sha256 } = await wholeRow(picture.id);
  for (const variant of premadeVariants) {
    expect(await services.storage.head(variantKey(sha256, variant))).not.toBeNull();
  }
});

test("a picture whose original is lost can still be changed", async () => {
  const picture = await madePicture(services, owner);
  await services.storage.delete(picture.storageKey);
  await updatePicture(services, actor, picture.id, { title: "Without a file", is_public: false });
  expect(await rowOf(picture.id)).toMatchObject({
    title: "Without a file",
    is_public: false,
    sha256: picture.sha256,
  });
});

test("a picture that is deleted during a change is not found", async () => {
  const picture = await madePicture(services, owner);
  const results = await Promise.allSettled([
    updatePicture(services, actor, picture.id, { title: "Late" }),
    deletePicture(services, actor, picture.id),
  ]);
  expect(results[1].status).toBe("fulfilled");
  const refused = results[0].status === "rejected" ? (results[0].reason as AppError).code : null;
  expect([null, "not-found"]).toContain(refused);
  expect((await originals()).filter((key) => key === picture.storageKey)).toEqual([]);
});
