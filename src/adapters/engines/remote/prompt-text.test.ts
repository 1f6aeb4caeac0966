import { expect, test } from "vitest";
import { plainPrompt, withAvoided, withCleanTexts, withoutEngineTags } from "./prompt-text.ts";

test.each([
  ["a lake <lora:secret:1> at dawn", "a lake at dawn"],
  ["a lake <LORA:secret:1.2:0.8>", "a lake"],
  ["<lyco:x:1> <hypernet:y:1> a lake", "a lake"],
  ["a lake <style:house> <wildcard:a>", "a lake"],
  ['<sd_cpp_extra_args>{"sample_params":{"sample_steps":5}}</sd_cpp_extra_args> a lake', "a lake"],
  ['a <sd_cpp_extra_args>{"a":"<lora:x:1>"}</sd_cpp_extra_args> lake', "a lake"],
  ["a <sd_cpp_extra_args>\n{}\n</sd_cpp_extra_args> lake", "a lake"],
  ["a <sd_cpp_<lora:x:1>extra_args>{}</sd_cpp_extra_args> lake", "a <sd_cpp_ extra_args>{} lake"],
  ["a <lo<lora:x:1>ra:secret:1> lake", "a <lo ra:secret:1> lake"],
  ["<<lora:a:1>lora:secret:1> lake", "lake"],
  ["a lake <sd_cpp_extra_args>{", "a lake {"],
  ["} </sd_cpp_extra_args> a lake", "} a lake"],
  ["a lake <lora:secret", "a lake"],
  ["a lake, embedding:bad-hands.pt, mist", "a lake, mist"],
  ["a lake, (mist:1.3), 2 < 3 > 1", "a lake, (mist:1.3), 2 < 3 > 1"],
  ["I <3 lakes: all of them", "I <3 lakes: all of them"],
])("engine tags are cut from %j", (text, clean) => {
  expect(withoutEngineTags(text)).toBe(clean);
});

test("joining texts does not assemble a tag from two halves", () => {
  const joined = withAvoided('a lake <sd_cpp_extra_args>{"a":', "1}</sd_cpp_extra_args>");
  expect(joined).not.toMatch(/sd_cpp_extra_args/);
  expect(plainPrompt("a (misty:1.3) lake")).toBe("a misty lake");
});

test.each([
  ["<sd_cpp_(extra:1.0)_args>{}</sd_cpp_(extra:1.0)_args> a lake", "a lake"],
  ["a lake <lo(ra:1):secret:1>", "a lake"],
  ["embed(ding:1):bad-hands.pt a lake", "a lake"],
])("taking weights out of %j does not assemble a tag", (text, plain) => {
  expect(plainPrompt(withoutEngineTags(text))).toBe(plain);
});

test("every text of a request is cleaned and nothing else changes", () => {
  const tag = "<lora:secret:1>";
  const request = {
    jobId: "1",
    mode: "txt2img",
    prompt: `a lake ${tag}`,
    negativePrompt: `${tag} people`,
    model: "<lora:kept:1>",
    width: 1,
    height: 1,
    count: 1,
    seed: 1,
    quality: "standard",
    styleKit: { palette: ["#fff"], material: `${tag}oil`, lighting: tag, camera: `wide ${tag}` },
  } as const;
  expect(withCleanTexts(request)).toEqual({
    ...request,
    prompt: "a lake",
    negativePrompt: "people",
    styleKit: { palette: ["#fff"], material: "oil", lighting: "", camera: "wide" },
  });
});
