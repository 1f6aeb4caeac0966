import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLocalVision, type LocalVision } from "#app/adapters/vision/local.ts";
import { type Moderation, type Vision, VisionError } from "#app/adapters/vision/port.ts";
import { guest } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import { actorFor, aPng, madePicture } from "#tests/harness/made-picture.ts";
import { aDrawing } from "#tests/harness/drawn-picture.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { storePicture, updatePicture } from "./commands.ts";
import { createAnalysis } from "./jobs/analyse.ts";
import { pictureById, picturesByMeaning, similarPictures, type GenMeta } from "./queries.ts";

let services: OpenServices;
let vision: LocalVision;
let owner: Awaited<ReturnType<typeof aMember>>;
const never = new AbortController().signal;

beforeAll(async () => {
  vision = createLocalVision({ helpers: ["moderation", "similar", "meaning"] });
  services = await testServices({ vision });
  owner = await aMember(services);
});
afterAll(async () => {
  await services.close();
  await vision.close();
});

const explicit: Moderation = {
  scores: { drawing: 0.02, hentai: 0.03, neutral: 0.04, porn: 0.9, sexy: 0.01 },
  flagged: true,
};

/** The helpers with a fake classifier: a picture that the real one flags does not belong in a repository. */
function classifying(moderate: Vision["moderate"]): Vision {
  return { ...vision, has: (helper) => helper === "moderation", moderate };
}

async function rowOf(id: string) {
  const row = await services.db
    .selectFrom("pictures")
    .select(["approved", "status", "gen_meta"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { moderation } = row.gen_meta as GenMeta;
  return { approved: row.approved, status: row.status, moderation };
}

const vectorsOf = async (id: string) => ({
  features: await services.db
    .selectFrom("picture_features")
    .select(["features", "signs"])
    .where("picture_id", "=", id)
    .executeTakeFirst(),
  meaning: await services.db
    .selectFrom("picture_meanings")
    .select("meaning")
    .where("picture_id", "=", id)
    .executeTakeFirst(),
});

test("new pictures are analysed and embedded once, private ones not at all", async () => {
  const picture = await madePicture(services, owner);
  const secret = await madePicture(services, owner, { isPublic: false });
  const analyse = createAnalysis(services);
  expect(await analyse(never)).toBe(2);
  expect(await analyse(never)).toBe(0);
  const { features, meaning } = await vectorsOf(picture.id);
  expect(features?.features).toHaveLength(128);
  expect(features?.signs).toMatch(/^[01]{128}$/);
  expect(meaning?.meaning).toHaveLength(512);
  expect(await rowOf(picture.id)).toMatchObject({
    approved: true,
    status: "ready",
    moderation: { flagged: false },
  });
  expect(await vectorsOf(secret.id)).toEqual({ features: undefined, meaning: undefined });
});

test("a flagged picture leaves the wall and waits; once approved by an admin, it is never flagged again", async () => {
  const picture = await madePicture(services, owner, { title: "Plain stripes" });
  const flagging = { ...services, vision: classifying(async () => explicit) };
  await createAnalysis(flagging)(never);
  expect(await rowOf(picture.id)).toEqual({
    approved: false,
    status: "waiting",
    moderation: explicit,
  });
  const seen = await pictureById(services.db, picture.id, actorFor(owner), {
    includeUnapproved: true,
  });
  expect(seen?.gen_meta.moderation).toEqual(explicit);

  await services.db
    .updateTable("pictures")
    .set({ approved: true, status: "ready" })
    .where("id", "=", picture.id)
    .execute();
  await createAnalysis(flagging)(never);
  expect(await rowOf(picture.id)).toMatchObject({ approved: true, status: "ready" });
  const others = await pictureById(services.db, picture.id, guest);
  expect(others?.gen_meta).not.toHaveProperty("moderation");
});

test("a flag keeps a new picture from the wall; a failing classifier does not", async () => {
  const input = {
    bytes: await aPng(),
    ownerId: owner.id,
    prompt: "stripes",
    engine: { id: "openai:main", label: "Main", neural: true },
    review: true,
  };
  const flagged = { ...services, vision: classifying(async () => explicit) };
  const dead = async () => {
    throw new VisionError("failed", "The helper analysis stopped unexpectedly.");
  };
  expect(await storePicture(flagged, input)).toMatchObject({
    approved: false,
    status: "waiting",
    genMeta: { moderation: explicit },
  });
  const failed = await storePicture({ ...services, vision: classifying(dead) }, input);
  expect(failed).toMatchObject({ approved: true, status: "ready" });
  expect(failed.genMeta).not.toHaveProperty("moderation");
  const unasked = await storePicture(flagged, { ...input, review: false });
  expect(unasked.approved).toBe(true);
});

test("a picture that crashes its helper is skipped, and the others go on", async () => {
  const bad = await madePicture(services, owner, { title: "Bad" });
  const good = await madePicture(services, owner, { title: "Good" });
  let calls = 0;
  const analyse = createAnalysis({
    ...services,
    vision: classifying(async () => {
      calls += 1;
      if (calls === 1) throw new VisionError("failed", "The helper analysis stopped unexpectedly.");
      return { ...explicit, flagged: false };
    }),
  });
  expect(await analyse(never)).toBeGreaterThan(0);
  const before = calls;
  expect(await analyse(never)).toBe(0);
  expect(calls).toBe(before);
  const looked = [await rowOf(bad.id), await rowOf(good.id)];
  expect(looked.filter(({ moderation }) => moderation === undefined)).toHaveLength(1);
});

test("a missing file is tried once and delays nothing", async () => {
  const picture = await madePicture(services, owner, { title: "Lost" });
  await services.storage.delete(picture.storageKey);
  const analyse = createAnalysis(services);
  await analyse(never);
  expect((await vectorsOf(picture.id)).features).toEqual({ features: null, signs: null });
  expect(await rowOf(picture.id)).toMatchObject({ approved: true, moderation: null });
  expect(await analyse(never)).toBe(0);
});

test("changed texts are embedded again, and a hidden prompt does not count", async () => {
  const prompt = "a locomotive in a snowstorm";
  const picture = await madePicture(services, owner, { title: "Number nine", prompt });
  const analyse = createAnalysis(services);
  await analyse(never);
  const [query] = await vision.embedText(["steam train in winter"]);
  if (!query) throw new Error("the query was not read");
  const likeness = async () =>
    (await picturesByMeaning(services.db, query, 50)).find(({ id }) => id === picture.id)?.likeness;
  const open = (await likeness()) ?? 0;
  await updatePicture(services, actorFor(owner), picture.id, { prompt_hidden: true });
  expect(await likeness()).toBeUndefined();
  await analyse(never);
  expect(await likeness()).toBeLessThan(open - 0.1);
});

test("SE-04 a query finds the picture that means it, nearest first, and only public ones", async () => {
  const make = (title: string, prompt: string) => madePicture(services, owner, { title, prompt });
  const boat = await make("Evening regatta", "sailing vessels racing across the bay");
  await make("Sourdough", "a loaf cooling on a kitchen table");
  const hidden = await make("Harbour race", "yachts under sail in the wind");
  await createAnalysis(services)(never);
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", hidden.id)
    .execute();
  const [query] = await vision.embedText(["boats on the sea"]);
  if (!query) throw new Error("the query was not read");
  const found = await picturesByMeaning(services.db, query, 5);
  expect(found[0].id).toBe(boat.id);
  expect(found.map(({ id }) => id)).not.toContain(hidden.id);
  expect(found.map(({ likeness }) => likeness)).toEqual(
    found.map(({ likeness }) => likeness).toSorted((a, b) => b - a),
  );
});

test("MO-08 a visually similar picture comes before one with only the same colours", async () => {
  const stranger = await aMember(services);
  const original = await aDrawing("rings");
  const source = await madePicture(services, owner, { title: "Alpha", png: original });
  const likes = await madePicture(services, stranger, {
    title: "Beta",
    png: await sharp(original).resize(120).jpeg({ quality: 60 }).toBuffer(),
  });
  const colours = await madePicture(services, stranger, {
    title: "Gamma",
    png: await aDrawing("bars"),
  });
  await createAnalysis(services)(never);
  const ids = (await similarPictures(services.db, source.id, 20)).map(({ id }) => id);
  expect(ids[0]).toBe(likes.id);
  expect(ids.indexOf(colours.id)).toBeGreaterThan(0);
});

test("more pictures than a batch has are all analysed in one run, also behind many that failed", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 60; index += 1) ids.push((await aPicture(services, owner)).id);
  let failures = 0;
  const analyse = createAnalysis({
    ...services,
    vision: classifying(async () => {
      failures += 1;
      if (failures <= 30) throw new VisionError("failed", "The helper analysis has stopped.");
      return { ...explicit, flagged: false };
    }),
  });
  await analyse(never);
  const rows = await Promise.all(ids.map(rowOf));
  expect(rows.filter(({ moderation }) => moderation === undefined)).toHaveLength(30);
});
