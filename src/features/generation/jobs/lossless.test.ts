import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { aTransparentPicture } from "#tests/harness/made-picture.ts";
import { secondReader } from "#tests/harness/second-reader.ts";
import { testServices } from "#tests/harness/services.ts";
import { kinds } from "#tests/providers/kinds.ts";
import type { Provider } from "#tests/providers/service.ts";
import type { Engine } from "#app/adapters/engines/port.ts";
import { createSketchEngine } from "#app/adapters/engines/sketch.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker, type Worker } from "../jobs.ts";

const names = ["OpenAI", "Runware", "A1111", "ComfyUI"] as const;
type Name = (typeof names)[number];
const forms = ["png", "webp"] as const;

let services: OpenServices;
let worker: Worker;
let files: Record<(typeof forms)[number], Buffer>;
const providers = new Map<Name, Provider>();
const engines = new Map<Name, Engine>();
beforeAll(async () => {
  files = { png: await aTransparentPicture("png"), webp: await aTransparentPicture("webp") };
  for (const name of names) {
    const kind = kinds.find((each) => each.name === name);
    if (kind === undefined) throw new Error(`no double of ${name}`);
    const provider = await (kind.quick?.() ?? kind.provider());
    providers.set(name, provider);
    engines.set(name, kind.engine(provider.url));
  }
  const sketch = createSketchEngine({ workers: 1 });
  services = await testServices({
    engines: new Map([...engines.values(), sketch].map((engine) => [engine.id, engine])),
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
  for (const provider of providers.values()) await provider.close();
});
beforeEach(() => {
  for (const provider of providers.values()) provider.drawn = null;
});

const rowOf = (id: string | undefined) =>
  services.db
    .selectFrom("pictures")
    .selectAll()
    .where("id", "=", id ?? "")
    .executeTakeFirstOrThrow();

async function fileOf(key: string): Promise<Buffer> {
  return (await services.storage.get(key))?.bytes ?? Buffer.alloc(0);
}

/** The alpha of every pixel. */
const alphaOf = (bytes: Uint8Array) => sharp(bytes).extractChannel("alpha").raw().toBuffer();

async function cast(name: Name, more: object = {}) {
  const caster = await aCaster(services, 50);
  const engine = engines.get(name)?.id;
  const id = await caster.cast("a leaf without a ground", { engine, ...more });
  const { state, progress } = await caster.end(id);
  expect([name, state]).toEqual([name, "done"]);
  return { caster, row: await rowOf(progress[0].picture?.id) };
}

test.each(names.flatMap((name) => forms.map((form) => [name, form] as const)))(
  "what %s sends as a transparent %s is kept so, with every mark",
  async (name, form) => {
    (providers.get(name) as Provider).drawn = files[form];
    const { row } = await cast(name);
    expect(row.storage_key).toMatch(new RegExp(`\\.${form}$`));
    expect(row.has_alpha).toBe(true);
    const bytes = await fileOf(row.storage_key);
    expect((await alphaOf(bytes)).equals(await alphaOf(files[form]))).toBe(true);
    expect(await secondReader(bytes)).toBe("intact");
    const { payload } = await services.imaging.readMark(bytes, services.provenance.watermarkKey);
    expect(payload?.equals(Buffer.from(services.provenance.markOf(row.id).payload))).toBe(true);
  },
);

test("a remix starts from a transparent picture as a PNG on white", async () => {
  const provider = providers.get("A1111") as Provider;
  provider.drawn = files.webp;
  const { caster, row } = await cast("A1111");
  const engine = engines.get("A1111")?.id;
  const id = await caster.cast("the same in autumn", { engine, source: { pictureId: row.id } });
  expect((await caster.end(id)).state).toBe("done");
  const asked = provider.seen.findLast(({ path }) => path.endsWith("/img2img"));
  const { init_images: sources } = JSON.parse(asked?.body.toString("utf8") ?? "{}") as {
    init_images: string[];
  };
  const sent = sharp(Buffer.from(sources[0], "base64"));
  expect(await sent.metadata()).toMatchObject({ format: "png", channels: 3, width: 256 });
  const [red, green, blue] = await sent.raw().toBuffer();
  expect([red, green, blue]).toEqual([255, 255, 255]);
});

test("what Sketch draws is kept as a JPEG", async () => {
  const caster = await aCaster(services, 50);
  const id = await caster.cast("a mountain lake", { engine: "sketch", aspect: "1:1" });
  const { progress } = await caster.end(id);
  const row = await rowOf(progress[0].picture?.id);
  expect(row.storage_key).toMatch(/\.jpg$/);
  expect(await sharp(await fileOf(row.storage_key)).metadata()).toMatchObject({ format: "jpeg" });
});
