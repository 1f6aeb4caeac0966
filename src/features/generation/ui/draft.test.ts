import * as fc from "fast-check";
import { expect, test } from "vitest";
import { castInput } from "../inputs.ts";
import { anewFor, castBody, draftOfSettings, emptyDraft, readDraft } from "./draft.ts";

test("a stored draft is restored", () => {
  const draft = { ...emptyDraft, prompt: "misty lake", count: 4, aspect: "9:16" as const };
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
});

test("whatever is stored gives a draft that can be cast", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (stored) => {
      const draft = readDraft(stored);
      const body = castBody({ ...draft, prompt: "a lake", seed: "", negative: "" }, null);
      expect(castInput.safeParse(body).success).toBe(true);
    }),
  );
});

test("ST-01 the body has every setting, high quality by default, and no empty fields", () => {
  expect(castBody({ ...emptyDraft, prompt: "a lake" }, null)).toEqual({
    prompt: "a lake",
    aspect: "1:1",
    quality: "high",
    count: 1,
    isPublic: true,
  });
  const full = castBody(
    { ...emptyDraft, prompt: "a", negative: "fog", seed: "7", engine: "e", model: "m" },
    null,
  );
  expect(full).toMatchObject({ negative: "fog", seed: 7, engine: "e", model: "m" });
});

test("a remix sends its source and a strength between 0 and 1", () => {
  const id = "0198c0de-0000-7000-8000-000000000001";
  const body = castBody({ ...emptyDraft, prompt: "a", strength: 62 }, { kind: "picture", id });
  expect(body).toMatchObject({ source: { pictureId: id }, strength: 0.62 });
  expect(castInput.safeParse(body).success).toBe(true);
});

test("ST-02 an upload is sent as such; a kit and the fallback permission only when chosen", () => {
  const id = "0198c0de-0000-7000-8000-000000000001";
  const draft = { ...emptyDraft, prompt: "a", kit: "satin", fallback: true };
  const body = castBody(draft, { kind: "upload", id });
  expect(body).toMatchObject({ source: { uploadId: id }, styleKit: "satin", fallback: true });
  expect(castInput.safeParse(body).success).toBe(true);
});

test("ST-02 settings of a file fill what a draft can hold, within its limits", () => {
  expect(
    draftOfSettings({
      tool: "ComfyUI",
      prompt: "x".repeat(3000),
      seed: 851616030078638,
      width: 832,
      height: 1216,
      strength: 0.6,
      others: {},
    }),
  ).toEqual({ taken: true, prompt: "x".repeat(2000), aspect: "2:3", strength: 60 });
  expect(draftOfSettings({ tool: "InvokeAI", negative: "fog", seed: 7, others: {} })).toEqual({
    taken: true,
    negative: "fog",
    seed: "7",
  });
});

test("settings taken from a file or a cast do not apply to the next picture; one's own do", () => {
  const own = { ...emptyDraft, prompt: "a lake", negative: "boats", count: 4, kit: "satin" };
  expect(anewFor(own)).toEqual(own);
  const settings = draftOfSettings({ tool: "InvokeAI", negative: "fog", seed: 7, others: {} });
  expect(anewFor({ ...own, ...settings })).toEqual({ ...emptyDraft, prompt: "a lake" });
});
