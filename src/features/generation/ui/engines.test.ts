import { expect, test } from "vitest";
import type { EngineCan, EngineListing } from "../queries/engines.ts";
import type { Param } from "#app/rules/engine-params.ts";
import { castBody, emptyDraft, readDraft } from "./draft.ts";
import { chooseEngine, draftFor, offerOf, refusalOf } from "./engines.ts";
import { typedValue } from "./params.ts";

const can: EngineCan = {
  disclosure: "Draws.",
  neural: true,
  models: [
    { id: "one", label: "One" },
    { id: "two", label: "Two" },
  ],
  params: [],
  txt2img: true,
  img2img: true,
  mask: false,
  extend: false,
  negativePrompt: "native",
  seed: true,
  strength: true,
  references: null,
  weights: false,
  previews: true,
  upscale: false,
  sizes: { kind: "range", min: 256, max: 2048, multipleOf: 8 },
  progress: "percent",
  cancel: "immediate",
  cancelIsShared: false,
  resumable: false,
  qualities: ["standard", "high"],
};
const engine = (id: string, change: Partial<EngineCan> | null = {}): EngineListing => ({
  id,
  label: id,
  health: "up",
  can: change && { ...can, ...change },
  priceFactor: 1,
});
const words = { remixing: false };
const draft = { ...emptyDraft, prompt: "a lake" };

test("ST-07 the first engine and its first model are the default", () => {
  const choice = chooseEngine([engine("sketch"), engine("b")], draft, words);
  expect(choice).toMatchObject({ engine: { id: "sketch" }, model: "one", quality: "high" });
});

test("ST-07 the chosen engine and model are used while they are available", () => {
  const wish = { engine: "b", model: "two", quality: "high" as const };
  const both = [engine("a"), engine("b")];
  expect(chooseEngine(both, wish, words)).toMatchObject({ engine: { id: "b" }, model: "two" });
  expect(chooseEngine([engine("a")], wish, words)).toMatchObject({ engine: { id: "a" } });
});

test("ST-07 a model that only edits is chosen for a remix alone", () => {
  const models = [{ id: "edit", label: "Edit", can: { txt2img: false } }, ...can.models];
  const both = engine("a", { models });
  expect(chooseEngine([both], draft, words)).toMatchObject({ model: "one" });
  expect(chooseEngine([both], draft, { remixing: true })).toMatchObject({ model: "edit" });
});

test("ST-07 a quality that the engine lacks is replaced by one it has", () => {
  const plain = engine("a", { qualities: ["standard"] });
  const wish = { engine: "a", model: "", quality: "high" as const };
  expect(chooseEngine([plain], wish, words)?.quality).toBe("standard");
});

test.each([
  ["silent", engine("a", null), false, "It does not say what it can do"],
  ["without models", engine("a", { models: [] }), false, "It does not say what it can do"],
  ["for words alone", engine("a", { img2img: false }), true, "It cannot start from a picture."],
  ["for pictures alone", engine("a", { txt2img: false }), false, "It needs a picture"],
])("ST-07 an engine %s cannot be chosen, and says why", (_what, one, remixing, reason) => {
  expect(refusalOf(one, { remixing })).toContain(reason);
  expect(chooseEngine([one], draft, { remixing })).toBeNull();
  expect(chooseEngine([one, engine("b")], draft, { remixing })?.engine.id).toBe("b");
});

const steps: Param = {
  id: "steps",
  label: "Steps",
  kind: "int",
  group: "sampling",
  advanced: true,
  min: 1,
  max: 60,
  step: 1,
  default: 20,
};
const sampler: Param = {
  id: "sampler",
  label: "Sampler",
  kind: "choice",
  group: "sampling",
  advanced: true,
  choices: [{ value: "Euler a", label: "Euler a" }],
  default: "Euler a",
};

test("ST-07 typed parameters stay while another engine is chosen, and only what it has is sent", () => {
  const typed = { ...draft, params: { steps: "24", sampler: "Euler a", gone: "1" } };
  const both = engine("a", { params: [steps, sampler] });
  const other = engine("b", { params: [steps, { ...sampler, choices: [] }] });
  const none = engine("c");
  const sent = (one: EngineListing) => {
    const choice = chooseEngine([one], typed, words);
    return choice && castBody(draftFor(typed, choice), null).params;
  };
  expect(sent(both)).toEqual({ steps: 24, sampler: "Euler a" });
  expect(sent(other)).toEqual({ steps: 24 });
  expect(sent(none)).toBeUndefined();
  expect(readDraft(JSON.stringify(typed)).params).toEqual(typed.params);
});

test.each([
  ["24", 24],
  [" 7,5 ", 7.5],
  ["many", "many"],
  ["", null],
  [undefined, null],
])("ST-07 a number typed as %j is sent as %j", (typed, value) => {
  expect(typedValue(steps, typed)).toBe(value);
});

test("ST-07 a model's own abilities count, and a remix chooses a model that can start from a picture", () => {
  const models = [
    { id: "words", label: "Words", can: { img2img: false } },
    { id: "both", label: "Both", can: { negativePrompt: "none" as const } },
  ];
  const mixed = engine("a", { models });
  expect(chooseEngine([mixed], draft, words)?.model).toBe("words");
  const choice = chooseEngine([mixed], { ...draft, model: "words" }, { remixing: true });
  expect(choice).toMatchObject({ model: "both", can: { negativePrompt: "none" } });
});

test("ST-07 settings that an engine ignores are named, and not sent", () => {
  const deaf = engine("a", { seed: false, negativePrompt: "none", strength: false });
  const choice = chooseEngine([deaf], draft, { remixing: true });
  if (!choice) throw new Error("No engine was chosen");
  expect(offerOf(choice.can, true)).toBe(
    "Standard and high. Ignores the seed, words to keep out and strength.",
  );
  const typed = { ...draft, seed: "7", negative: "fog", strength: 40 };
  const body = castBody(draftFor(typed, choice), {
    kind: "picture",
    id: "0198c0de-0000-7000-8000-000000000001",
  });
  expect(body).toMatchObject({ engine: "a", model: "one" });
  expect(Object.keys(body)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/seed|negative|strength/)]),
  );
});

test("ST-07 only engines that can do what an edit asks for are offered, the others say why not", () => {
  const painter = engine("painter", { mask: true });
  const wide = engine("wide", { mask: true, extend: true });
  const all = [engine("plain"), painter, wide];
  const part = { remixing: true, mask: true };
  const beyond = { ...part, extend: true };
  const said = (asked: typeof part) => all.map((one) => refusalOf(one, asked));
  expect(said(part)).toEqual(["It cannot change a part of a picture.", null, null]);
  expect(said(beyond)).toEqual([
    "It cannot change a part of a picture.",
    "It cannot draw beyond a picture's edges.",
    null,
  ]);
  expect(chooseEngine(all, draft, beyond)?.engine.id).toBe("wide");
  // Of one engine only some models may be able to.
  const mixed = engine("mixed", {
    models: [
      { id: "one", label: "One" },
      { id: "two", label: "Two", can: { mask: true } },
    ],
  });
  expect(chooseEngine([mixed], draft, part)?.model).toBe("two");
});
