import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { CatalogueModel } from "#app/rules/local-models.ts";
import { readCatalogue, readModels } from "./catalogue.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-catalogue-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const ours = await readCatalogue(undefined);
const [sdxs] = ours;

test("the catalogue has a model for machines without a card, and models for those with one", () => {
  expect(ours.map(({ id }) => id)).toEqual([
    "sdxs-512",
    "flux2-klein-4b",
    "z-image-turbo",
    "sdxl-lightning-4step",
    "dreamshaper-8",
    "realesrgan-x4plus",
  ]);
  expect(ours.filter(({ needsCard }) => !needsCard).map(({ id }) => id)).toEqual(["sdxs-512"]);
});

test("every file of ours is known by its hash, and one that models share by the same", () => {
  const files = ours.flatMap((model) => model.files);
  expect(files.every(({ sha256, bytes }) => sha256 !== null && bytes !== null)).toBe(true);
  const shared = files.filter(({ path: name }) => name === "Qwen3-4B-Q4_K_M.gguf");
  expect(shared).toHaveLength(2);
  expect(new Set(shared.map(({ sha256 }) => sha256)).size).toBe(1);
});

async function written(models: unknown): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, typeof models === "string" ? models : JSON.stringify({ models }));
  return file;
}

const own: CatalogueModel = {
  ...sdxs,
  id: "house-style",
  label: "House style",
  files: [{ ...sdxs.files[0], sha256: null, bytes: null }],
};

test("an operator's models come after ours, and replace those of the same id", async () => {
  const file = await written([own, { ...sdxs, label: "Ours, renamed" }]);
  const models = await readCatalogue(file);
  expect(models).toHaveLength(ours.length + 1);
  expect(models.at(-1)).toEqual(own);
  expect(models[0].label).toBe("Ours, renamed");
});

const withFile = (change: object) => [{ ...own, files: [{ ...own.files[0], ...change }] }];

test.each<[string, unknown, RegExp]>([
  ["no JSON", "{", /is no JSON/],
  ["another key", [{ ...own, colour: "red" }], /colour/],
  ["no list", "{}", /models/],
  ["an id with a slash", [{ ...own, id: "a/b" }], /my-model-8/],
  ["an id twice", [own, own], /house-style is there twice/],
  ["a pickle", withFile({ path: "model.ckpt" }), /safetensors or GGUF/],
  ["a path that climbs", withFile({ path: "../model.gguf" }), /must not climb/],
  ["an absolute path", withFile({ path: "/etc/model.gguf" }), /path without blanks/],
  ["a query in a path", withFile({ path: "model.gguf?download=true" }), /path without blanks/],
  ["a repository that is an address", withFile({ repo: "https://a.example/b" }), /owner\/name/],
  ["a repository that climbs", withFile({ repo: "../name" }), /owner\/name/],
  ["a branch for a commit", withFile({ revision: "main" }), /40 hexadecimal/],
  ["half a hash", withFile({ sha256: "abc" }), /64 hexadecimal/],
  ["no bytes", withFile({ bytes: 0 }), /bytes/],
  ["a family without its file", [{ ...own, family: "esrgan" }], /needs a file esrgan/],
  ["a role twice", [{ ...own, files: [own.files[0], own.files[0]] }], /model is there twice/],
  ["defaults off the grid", [{ ...own, defaults: { ...own.defaults, width: 500 } }], /multipleOf/],
  ["too many steps", [{ ...own, defaults: { ...own.defaults, steps: 9 } }], /maxSteps/],
  ["a licence by http", [{ ...own, licence: { ...own.licence, url: "http://a.example" } }], /url/],
])("%s is refused in one sentence with the file's name", async (_name, models, reason) => {
  const file = await written(models);
  const error = await readCatalogue(file).catch((thrown: unknown) => thrown);
  expect((error as Error).message).toMatch(reason);
  expect((error as Error).message).toMatch(/^The catalogue .*\.json[ :].*\.$/);
});

test("a file that is not there is named", async () => {
  await expect(readCatalogue(path.join(folder, "none.json"))).rejects.toThrow(/none\.json.*ENOENT/);
});

test("nothing of a catalogue's text is taken as more than data", () => {
  expect(() => readModels('{"models":[{"__proto__":{"id":"x"}}]}', "x")).toThrow(/^x: /);
});
