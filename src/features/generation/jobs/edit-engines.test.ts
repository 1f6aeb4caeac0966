import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { castRoutes } from "#tests/harness/cast-routes.ts";
import { aCaster } from "#tests/harness/caster.ts";
import { keepMask } from "#tests/harness/masks.ts";
import { dice, randomMask, reachOf } from "#tests/harness/random-masks.ts";
import { testServices } from "#tests/harness/services.ts";
import { kinds } from "#tests/providers/kinds.ts";
import type { Provider } from "#tests/providers/service.ts";
import type { Engine } from "#app/adapters/engines/port.ts";
import { createSketchEngine } from "#app/adapters/engines/sketch.ts";
import type { OpenServices } from "#app/open-services.ts";
import { saveUpload } from "#app/features/pictures/commands.ts";
import { startWorker, type Worker } from "../jobs.ts";
import { threadOf } from "../queries/threads.ts";

/** All that edit. Of Runware only models of Stable Diffusion do. */
const names = ["Sketch", "OpenAI", "Runware", "A1111", "Forge", "SD.Next", "sd-server", "ComfyUI"];
const civitai = { models: [{ id: "civitai:1@2", label: "SDXL" }] };

let services: OpenServices;
let worker: Worker;
const providers = new Map<string, Provider>();
const engines = new Map<string, Engine>();
beforeAll(async () => {
  engines.set("Sketch", createSketchEngine({ workers: 1 }));
  for (const name of names.slice(1)) {
    const kind = kinds.find((each) => each.name === name);
    if (kind === undefined) throw new Error(`no double of ${name}`);
    const provider = await (kind.quick?.() ?? kind.provider());
    providers.set(name, provider);
    const engine = kind.engine(provider.url, name === "Runware" ? civitai : {});
    // Forks share one kind, and an id.
    engines.set(name, { ...engine, id: `${engine.id}-${name}` });
  }
  services = await testServices({
    engines: new Map([...engines.values()].map((engine) => [engine.id, engine])),
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
  for (const provider of providers.values()) await provider.close();
});

const size = { width: 150, height: 110 };

/** A picture in which no two neighbours are alike. */
function aSource(channels: 3 | 4 = 3): Promise<Buffer> {
  const pixels = Uint8Array.from(
    { length: size.width * size.height * channels },
    (_, at) => (at * 131 + (at >> 3) * 17) % 251,
  );
  return sharp(pixels, { raw: { ...size, channels } })
    .png()
    .toBuffer();
}

type Mask = (x: number, y: number) => number;
const masks: Record<string, Mask> = {
  "a rectangle in the middle": (x, y) => (x >= 40 && x < 90 && y >= 30 && y < 70 ? 255 : 0),
  "a corner": (x, y) => (x < 30 && y < 25 ? 255 : 0),
  "grey dots far apart": (x, y) => (x % 50 === 20 && y % 40 === 20 ? 160 : 0),
};

const greyFile = (pixels: Uint8Array): Promise<Buffer> =>
  sharp(pixels, { raw: { ...size, channels: 1 } })
    .toColourspace("b-w")
    .png()
    .toBuffer();

const maskFile = (mask: Mask): Promise<Buffer> =>
  greyFile(
    Uint8Array.from({ length: size.width * size.height }, (_, at) =>
      mask(at % size.width, Math.floor(at / size.width)),
    ),
  );

/** 200 for a full run. */
const count = Number(process.env["EDIT_MASKS"] ?? 1);

const rgba = (file: Uint8Array) => sharp(file).ensureAlpha().raw().toBuffer();

async function anEditor(source?: Buffer, credits = 90) {
  const caster = await aCaster(services, credits);
  const app = castRoutes(services, caster.actor);
  const upload = await saveUpload(services, caster.actor, source ?? (await aSource()));
  const row = await services.db
    .selectFrom("uploads")
    .select("storage_key")
    .where("id", "=", upload.id)
    .executeTakeFirstOrThrow();
  const original = (await services.storage.get(row.storage_key))?.bytes ?? Buffer.alloc(0);
  return { ...caster, app, source: { uploadId: upload.id }, original };
}

type Editor = Awaited<ReturnType<typeof anEditor>>;

/** Casts an edit. @returns the picture's row and its file */
async function edited({ cast, end }: Editor, name: string, more: object) {
  const id = await cast("a red balloon over hills", { engine: engines.get(name)?.id, ...more });
  const ended = await end(id);
  expect([name, ended.state, ended.failReason]).toEqual([name, "done", null]);
  const row = await services.db
    .selectFrom("pictures")
    .selectAll()
    .where("id", "=", ended.progress[0].picture?.id ?? "")
    .executeTakeFirstOrThrow();
  const file = (await services.storage.get(row.storage_key))?.bytes ?? Buffer.alloc(0);
  return { ended, row, file };
}

/** How many pixels of the source that had to stay differ in the result, and how many of the others do. */
async function compared(
  before: Uint8Array,
  after: Uint8Array,
  mayChange: (x: number, y: number) => boolean,
  extend = { left: 0, top: 0, right: 0, bottom: 0 },
) {
  const [old, made] = [await rgba(before), await rgba(after)];
  const width = size.width + extend.left + extend.right;
  const counts = { kept: 0, lost: 0, changed: 0 };
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const at = (y * size.width + x) * 4;
      const to = ((y + extend.top) * width + x + extend.left) * 4;
      const isSame = old.subarray(at, at + 4).equals(made.subarray(to, to + 4));
      if (mayChange(x, y)) counts.changed += isSame ? 0 : 1;
      else if (isSame) counts.kept += 1;
      else counts.lost += 1;
    }
  }
  return counts;
}

test.each(names)(
  "masked edits with %s: 100 % of the pixels outside are those of the source, whatever the mask",
  async (name) => {
    const editor = await anEditor();
    for (const mask of Object.values(masks)) {
      const maskId = await keepMask(editor.app, await maskFile(mask));
      const { ended, row, file } = await edited(editor, name, {
        source: editor.source,
        edit: { maskId },
        strength: 0.9,
      });
      expect(ended.edit).toMatchObject({ maskId, grow: 0, feather: 0 });
      expect(row).toMatchObject({ ...size, gen_meta: { edit: { grow: 0, feather: 0 } } });
      expect(row.storage_key).toMatch(/\.png$/);
      const counts = await compared(editor.original, file, (x, y) => mask(x, y) > 0);
      expect(counts.lost).toBe(0);
      expect(counts.kept).toBeGreaterThan(10_000);
      const white = size.width * size.height - counts.kept;
      expect(counts.changed).toBeGreaterThan(white * 0.9);
    }
  },
);

test.each(names)(
  `${count} random masks with %s, grown and made soft: no pixel outside changes`,
  async (name) => {
    const editor = await anEditor(await aSource(4), count * 3);
    const roll = dice(names.indexOf(name) + 1);
    const total = { masks: 0, kept: 0, lost: 0, changed: 0 };
    while (total.masks < count) {
      const mask = randomMask(roll, size);
      const grow = roll(3) === 0 ? 0 : roll(24);
      const feather = roll(2) === 0 ? 0 : roll(20);
      const near = reachOf(mask, size, grow + feather);
      const maskId = await keepMask(editor.app, await greyFile(mask));
      const edit = { maskId, grow, feather };
      const { file } = await edited(editor, name, { source: editor.source, edit, strength: 0.9 });
      const isNear = (x: number, y: number) => near[y * size.width + x] === 1;
      const counts = await compared(editor.original, file, isNear);
      total.masks += 1;
      total.kept += counts.kept;
      total.lost += counts.lost;
      total.changed += counts.changed;
    }
    process.stdout.write(`${name}: ${JSON.stringify(total)}\n`);
    expect(total.lost).toBe(0);
    expect(total.kept).toBeGreaterThan(count * 1_000);
    expect(total.changed).toBeGreaterThan(count * 10);
  },
  60_000 + count * 10_000,
);

test.each(names)("%s adds to the sides of a picture, which stays as it is", async (name) => {
  const editor = await anEditor();
  const extend = { left: 30, top: 0, right: 0, bottom: 45 };
  const { row, file } = await edited(editor, name, { source: editor.source, edit: { extend } });
  expect(row).toMatchObject({ width: size.width + 30, height: size.height + 45 });
  const counts = await compared(editor.original, file, () => false, extend);
  expect(counts).toMatchObject({ lost: 0, changed: 0 });
  const below = await sharp(file)
    .extract({ left: 0, top: size.height, width: size.width, height: 40 })
    .stats();
  expect(below.channels[0].max).toBeGreaterThan(0);
});

test("a mask that is grown and made soft changes as far as that, and no farther", async () => {
  const editor = await anEditor(await aSource(4));
  const maskId = await keepMask(
    editor.app,
    await maskFile((x, y) => (x === 75 && y === 55 ? 255 : 0)),
  );
  const edit = { maskId, grow: 12, feather: 6 };
  const { row, file } = await edited(editor, "A1111", { source: editor.source, edit });
  expect(row.has_alpha).toBe(true);
  const isNear = (x: number, y: number, reach: number) =>
    Math.abs(x - 75) <= reach && Math.abs(y - 55) <= reach;
  const counts = await compared(editor.original, file, (x, y) => isNear(x, y, 18));
  expect(counts.lost).toBe(0);
  expect(counts.changed).toBeGreaterThan(300);
});

test("an edit of a picture is an edge of its line and a branch of its thread, marked as partly made", async () => {
  const editor = await anEditor();
  const first = await edited(editor, "Sketch", { aspect: "1:1", isPublic: false });
  const { row: root } = first;
  const grey = sharp({
    create: { width: root.width, height: root.height, channels: 3, background: "#000" },
  });
  const dot = { create: { width: 300, height: 300, channels: 3, background: "#fff" } } as const;
  const mask = await grey
    .composite([{ input: dot, left: 500, top: 500 }])
    .png()
    .toBuffer();
  const maskId = await keepMask(editor.app, mask);
  const source = { pictureId: root.id };
  const { row, file } = await edited(editor, "Forge", { source, edit: { maskId, feather: 3 } });
  expect(row.source_picture_id).toBe(root.id);
  const thread = await threadOf(services.db, editor.actor, root.id);
  const nodes = thread?.nodes.map(({ id, parentId, picture }) => [id, parentId, picture?.isEdit]);
  expect(nodes).toEqual([
    [root.id, null, false],
    [row.id, root.id, true],
  ]);
  expect(services.imaging.stampOf(file)).toMatchObject({ neural: true, isEdit: true });
  const manifest = await services.provenance.read(file);
  expect(manifest?.actions[0].sourceType).toContain("compositeWithTrainedAlgorithmicMedia");
});

test("a mask that is made narrower until nothing is left fails with a reason, and costs nothing", async () => {
  const editor = await anEditor();
  const maskId = await keepMask(editor.app, await maskFile(masks["a corner"]));
  const before = await editor.balance();
  const id = await editor.cast("a lake", {
    engine: "sketch",
    source: editor.source,
    edit: { maskId, grow: -64 },
  });
  const ended = await editor.end(id);
  expect([ended.state, ended.failReason]).toEqual([
    "failed",
    "Made so much narrower, the mask changes nothing.",
  ]);
  expect(await editor.balance()).toEqual(before);
});
