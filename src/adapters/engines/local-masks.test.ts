/** What sd-server adds to the engine `local`: masks, LoRAs, the tiny decoder, each over a strict double of it. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { InstalledModel, Lora, ModelFileRole } from "#app/rules/local-models.ts";
import { modelForDouble, sdServerVersion } from "#tests/harness/local-models.ts";
import { drawnBy, enlargerForDouble, openSdServers } from "#tests/harness/sd-servers.ts";
import { sourcePicture } from "./contract-pictures.ts";
import type { Engine, GenerateRequest } from "./port.ts";

let servers: Awaited<ReturnType<typeof openSdServers>>;
beforeAll(async () => {
  servers = await openSdServers();
});
afterEach(() => servers.closeAll());
afterAll(() => servers.remove());

const textOf = async (engine: Engine, change: Partial<GenerateRequest>) =>
  Buffer.from((await drawnBy(engine, change)).bytes).toString("base64");

test("which program draws, and whether it redraws parts, is told for each model", async () => {
  const plain = await modelForDouble();
  const abilities = { ...plain.model.abilities, strength: false, references: 3 };
  const klein = await modelForDouble({ id: "klein", family: "flux2-klein", abilities });
  const larger = await enlargerForDouble();
  const { engine, models } = await servers.open([plain, klein, larger]);
  const can = await engine.capabilities();
  expect(can).toMatchObject({ mask: true, extend: true, upscale: true });
  expect(can.models.map(({ id, can: own }) => [id, own?.mask, own?.extend])).toEqual([
    ["random", true, true],
    ["klein", false, false],
  ]);
  expect(
    [plain, klein, larger].map(({ model }) => [models.programOf(model), models.redraws(model)]),
  ).toEqual([
    ["sd-server", true],
    ["sd-server", false],
    ["addon", false],
  ]);
  expect(await models.runtime(plain.model)).toEqual({
    state: "ready",
    version: sdServerVersion,
  });
  const bytes = await sourcePicture(64, 64);
  const mask = await sharp(bytes).extractChannel(0).threshold(128).png().toBuffer();
  const edit = {
    mode: "img2img" as const,
    model: "klein",
    source: { bytes, mime: "image/png" },
    mask: { bytes: mask, mime: "image/png" },
  };
  await expect(drawnBy(engine, edit)).rejects.toMatchObject({ kind: "unsupported" });
  // FLUX.2 klein is given pictures with words for them, without the addon's names.
  await drawnBy(engine, { ...edit, mask: undefined });
});

test("ST-07 a mask has only its part redrawn, also where the picture is scaled to the model's size", async () => {
  const { engine } = await servers.open([await modelForDouble()]);
  for (const side of [128, 300]) {
    const bytes = await sourcePicture(side, side);
    const mask = await sharp(bytes).extractChannel(0).threshold(128).png().toBuffer();
    const { bytes: made } = await drawnBy(engine, {
      mode: "img2img",
      width: side,
      height: side,
      source: { bytes, mime: "image/png" },
      mask: { bytes: mask, mime: "image/png" },
    });
    const { width } = await sharp(made).metadata();
    const { data } = await sharp(made).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
    ];
    // A corner is as its decoder gives it back; the disc in the middle is not what it was.
    expect(at(1, 1)).toEqual([34 + 3, 51 + 3, 68 + 3]);
    expect(at(width / 2, width / 2)).not.toEqual([255 - 3, 204 + 3, 102 + 3]);
  }
});

test("a mask without a picture is refused", async () => {
  const { engine } = await servers.open([await modelForDouble()]);
  const mask = {
    bytes: await sharp({ create: { width: 64, height: 64, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
    mime: "image/png",
  };
  await expect(drawnBy(engine, { mask })).rejects.toMatchObject({ kind: "invalid-request" });
});

async function withRoles(roles: readonly ModelFileRole[]): Promise<InstalledModel> {
  const plain = await modelForDouble();
  return { ...plain, files: roles.map((role) => ({ ...plain.files[0], role })) };
}

test("a model's tiny decoder and its own LoRA are used, and each makes another picture", async () => {
  const pictures = new Set<string>();
  for (const roles of [["model"], ["model", "taesd"], ["model", "lora"]] as const) {
    const { engine } = await servers.open([await withRoles(roles)]);
    pictures.add(await textOf(engine, {}));
  }
  expect(pictures.size).toBe(3);
});

test("LoRAs are chosen by their name in the list, for the family that each is for, and by nothing else", async () => {
  const loras: Lora[] = [
    { id: "ink wash.safetensors", label: "ink wash", family: null },
    { id: "sdxl/large.safetensors", label: "large", family: "sdxl" as const },
  ].map((one) => ({ ...one, file: path.join(servers.folder, path.basename(one.id)) }));
  for (const { file } of loras) await writeFile(file, file);
  const xl = await modelForDouble({ id: "xl", family: "sdxl" });
  const { engine } = await servers.open([await modelForDouble(), xl], { loras });
  const { params } = await engine.capabilities();
  const choices = params.flatMap((param) =>
    param.kind === "choice" && param.id === "lora"
      ? [[param.forModels, param.choices.map(({ value }) => value)]]
      : [],
  );
  expect(choices).toEqual([
    [["random"], ["none", "ink wash.safetensors"]],
    [["xl"], ["none", "ink wash.safetensors", "sdxl/large.safetensors"]],
  ]);
  const lora = "ink wash.safetensors";
  const pictures = [
    await textOf(engine, {}),
    await textOf(engine, { params: { lora } }),
    await textOf(engine, { params: { lora, "lora-weight": 0.5 } }),
  ];
  expect(new Set(pictures).size).toBe(3);
  for (const wrong of ["../models/a.safetensors", "sdxl/large.safetensors", "broken.safetensors"]) {
    await expect(drawnBy(engine, { params: { lora: wrong } })).rejects.toMatchObject({
      kind: "invalid-request",
    });
  }
});
