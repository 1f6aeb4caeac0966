import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEngineSettings } from "../../../engine-settings.ts";
import { familyOf } from "./families.ts";

const root = new URL("../../../../", import.meta.url);
const text = (name: string) => readFileSync(new URL(name, root), "utf8");

/** The models that the `openai` package names, without those marked as shut down or retired. */
function livingModels(): string[] {
  const types = text("node_modules/openai/resources/images.d.ts");
  const found = /Deprecated values:([^]*?)\*\/\s*export type ImageModel = ([^;]+);/.exec(types);
  const [, comment = "", list = ""] = found ?? [];
  const gone = new Set([...comment.matchAll(/"([\w.-]+)"/g)].map(([, name]) => name));
  const all = [...list.matchAll(/'([\w.-]+)'/g)].map(([, name]) => name);
  return all.filter((name) => !gone.has(name));
}

test("the example settings and the hint for a missing one name existing models", () => {
  const living = livingModels();
  expect(living.length).toBeGreaterThan(5);
  expect(living).not.toContain("gpt-image-1");
  const examples = [...text(".env.example").matchAll(/ENGINE_\w+_MODELS=([\w.-]+)/g)];
  expect(examples.length).toBeGreaterThan(0);
  for (const [, model] of examples) expect(living).toContain(model);
  const hint = /e\.g\. ([\w.-]+)/;
  let refused = "";
  try {
    readEngineSettings({ ENGINE_A_KIND: "openai" });
  } catch (error) {
    refused = String(error);
  }
  expect(living).toContain(hint.exec(refused)?.[1]);
});

test("every existing model streams, and sends base64 by default", () => {
  for (const model of livingModels()) {
    expect([model, familyOf(model)]).toMatchObject([
      model,
      { streams: true, responseFormat: false },
    ]);
  }
});

test.each([
  ["gpt-image-2", "range", false],
  ["gpt-image-2-2026-04-21", "range", false],
  ["gpt-image-2.5-flare", "range", false],
  ["gpt-image-2.5-sunburst-2026-09-08", "range", false],
  ["gpt-image-2.6-flare", "list", false],
  ["gpt-image-1.5", "list", true],
  ["gpt-image-1-mini", "list", false],
  ["chatgpt-image-latest", "list", false],
  ["my-own-model", "range", false],
  ["dall-e-3", "range", false],
] as const)("%s takes sizes as a %s; fidelity to a source: %s", (model, sizes, fidelity) => {
  const family = familyOf(model);
  expect(family.sizes.kind).toBe(sizes);
  expect(family.inputFidelity).toBe(fidelity);
});
