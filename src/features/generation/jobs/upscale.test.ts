import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { aPicture } from "#tests/harness/factories.ts";
import { quickEngine, type QuickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import { openVision } from "#app/adapters/vision/open.ts";
import { VisionError, type Vision } from "#app/adapters/vision/port.ts";
import type { OpenServices } from "#app/open-services.ts";
import { cancelCast } from "../commands.ts";
import { requestUpscale } from "../commands/upscale.ts";
import { startWorker } from "../jobs.ts";

let services: OpenServices;
let worker: ReturnType<typeof startWorker>;
let quick: QuickEngine;
/** How the helper behaves; a test sets it. */
let helper: "works" | "waits" | "fails" = "works";

const doubled = async (bytes: Uint8Array): Promise<Buffer> => {
  const { width, height } = await sharp(bytes).metadata();
  return sharp(bytes)
    .resize(width * 2, height * 2)
    .jpeg()
    .toBuffer();
};

/** The helper's port without its network: pixels are doubled at once, or when a test says so. */
function quickVision(off: Vision): Vision {
  return {
    ...off,
    has: (name) => name === "upscale",
    async upscale(jpeg, _options, signal, onProgress) {
      onProgress?.(0.5);
      if (helper === "fails") throw new VisionError("unreadable", "No picture");
      if (helper === "waits") {
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new VisionError("cancelled", "Stopped")));
        });
      }
      return doubled(jpeg);
    },
  };
}

beforeAll(async () => {
  quick = quickEngine({}, { upscale: true, label: "Quick" });
  const off = openVision({ HELPERS: [] });
  services = await testServices({
    engines: new Map([[quick.id, quick]]),
    vision: quickVision(off),
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
});

const rowOf = (id: string) =>
  services.db.selectFrom("pictures").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("ST-09 a picture is drawn again at twice its size by the engine that drew it, from the cast it came from", async () => {
  const member = await aCaster(services);
  const first = await member.end(await member.cast("a lake", { count: 2, seed: 5 }));
  const source = first.progress[1].picture?.id ?? "";
  const { id, cost } = await requestUpscale(services, member.actor, source, uuidv7());
  expect(cost).toBe(2);
  const cast = await member.end(id);
  expect(cast).toMatchObject({
    kind: "upscale",
    state: "done",
    prompt: "a lake",
    engine: { id: "quick", label: "Quick" },
    source: { pictureId: source },
    cost: 2,
    creditsBack: 0,
  });
  expect(quick.calls.at(-1)).toMatchObject({
    prompt: "a lake",
    seed: 5,
    count: 2,
    mode: "txt2img",
  });
  const made = await rowOf(cast.progress[0].picture?.id ?? "");
  expect(made).toMatchObject({ width: 128, height: 96, source_picture_id: source });
  expect(made.gen_meta).toMatchObject({ enlarged: 2, seed: 6 });
  expect(await member.balance()).toEqual({ current: 16, held: 0 });
});

test("ST-09 where nobody can draw it again the helper enlarges it; words, licence and what is hidden stay", async () => {
  const member = await aCaster(services);
  const picture = await aPicture(services, member, {
    title: "Grey heron",
    prompt: "a secret heron",
    prompt_hidden: true,
    license: "cc0",
    is_public: false,
  });
  const { id } = await requestUpscale(services, member.actor, picture.id, uuidv7());
  const cast = await member.end(id);
  expect(cast).toMatchObject({ state: "done", engine: { label: "Enlarger" }, isPublic: false });
  expect(await rowOf(cast.progress[0].picture?.id ?? "")).toMatchObject({
    title: "Grey heron",
    prompt: "a secret heron",
    prompt_hidden: true,
    license: "cc0",
    is_public: false,
    width: 192,
    height: 128,
  });
});

test("ST-05 enlarging is cancelled like any cast, and failures have a reason; both refund the credits", async () => {
  const member = await aCaster(services);
  const picture = await aPicture(services, member);
  helper = "fails";
  const failed = await member.end(
    (await requestUpscale(services, member.actor, picture.id, uuidv7())).id,
  );
  expect(failed).toMatchObject({
    state: "failed",
    failReason: "The picture to enlarge cannot be read.",
    creditsBack: 2,
  });
  helper = "waits";
  const { id } = await requestUpscale(services, member.actor, picture.id, uuidv7());
  await member.until(id, (seen) => seen.state === "running");
  await cancelCast(services, member.actor, id);
  expect(await member.end(id)).toMatchObject({ state: "cancelled", creditsBack: 2 });
  helper = "works";
  expect(await member.balance()).toEqual({ current: 20, held: 0 });
});

test("a picture of somebody else, or too large a one, is refused; the same key is the same cast", async () => {
  const member = await aCaster(services);
  const other = await aCaster(services);
  const foreign = await aPicture(services, other);
  const large = await aPicture(services, member, { width: 3000, height: 3000 });
  const ask = (id: string, key: string = uuidv7()) =>
    requestUpscale(services, member.actor, id, key);
  await expect(ask(foreign.id)).rejects.toMatchObject({
    code: "invalid-request",
    info: { errors: [{ path: "picture", code: "unknown" }] },
  });
  await expect(ask(large.id)).rejects.toMatchObject({
    info: { errors: [{ path: "picture", code: "too-large" }] },
  });
  const picture = await aPicture(services, member);
  const key = uuidv7();
  const first = await ask(picture.id, key);
  expect(await ask(picture.id, key)).toEqual({ ...first, replayed: true });
  await expect(ask(large.id, key)).rejects.toMatchObject({ code: "key-reused" });
  await member.end(first.id);
});

test("ST-09 a picture of 2048 pixels a side is not enlarged again: the request is refused with a reason and costs nothing", async () => {
  const member = await aCaster(services);
  const enlarged = await aPicture(services, member, { width: 2048, height: 2048 });
  await expect(requestUpscale(services, member.actor, enlarged.id, uuidv7())).rejects.toMatchObject(
    {
      code: "invalid-request",
      info: {
        detail:
          "This picture has 2048 × 2048 pixels, which is too large to be enlarged: it may have 2 megapixels.",
      },
    },
  );
  expect(await member.balance()).toEqual({ current: 20, held: 0 });
});

test("ST-09 a remix whose source is gone is enlarged from its file, not drawn again", async () => {
  const member = await aCaster(services);
  const source = await aPicture(services, member);
  const remix = await member.end(
    await member.cast("a storm", { source: { pictureId: source.id }, strength: 0.7 }),
  );
  const picture = remix.progress[0].picture?.id ?? "";
  await services.db
    .updateTable("generations")
    .set({ source_picture_id: null })
    .where("id", "=", remix.id)
    .execute();
  const { id } = await requestUpscale(services, member.actor, picture, uuidv7());
  expect(await member.end(id)).toMatchObject({ state: "done", engine: { label: "Enlarger" } });
});
