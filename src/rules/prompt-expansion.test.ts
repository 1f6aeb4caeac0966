import { describe, expect, test } from "vitest";
import { castTexts, combination, drawText, templateOf, type Template } from "./prompt-expansion.ts";
import { escapeTemplate, isTemplate, listsIn } from "./prompt-template.ts";
import { seededRandom } from "./seeded-random.ts";

const lists = new Map([
  ["colour", ["red", "blue", "{pale|deep} green"]],
  ["thing", ["__colour__ fox", "owl"]],
  ["self", ["a __self__"]],
]);
const read = (prompt: string): Template => {
  const template = templateOf(prompt, lists);
  if ("fault" in template) throw new Error(template.fault.message);
  return template;
};
const faultOf = (prompt: string) => {
  const template = templateOf(prompt, lists);
  return "fault" in template ? template.fault : null;
};
const all = (prompt: string) => {
  const template = read(prompt);
  return Array.from({ length: template.combinations }, (_, index) => combination(template, index));
};

describe("what is read", () => {
  test.each([
    ["a {red|blue} fox", ["a red fox", "a blue fox"]],
    ["{a|b} {1|2}", ["a 1", "a 2", "b 1", "b 2"]],
    ["{a|{b|c} d}", ["a", "b d", "c d"]],
    ["{|very }old", ["old", "very old"]],
    ["{3::a|b}", ["a", "b"]],
    ["__colour__ sky", ["red sky", "blue sky", "pale green sky", "deep green sky"]],
    ["__Thing__", ["red fox", "blue fox", "pale green fox", "deep green fox", "owl"]],
    ["a {plain} brace, a | bar, a } b, a {", ["a {plain} brace, a | bar, a } b, a {"]],
    ["{x {a|b}}", ["{x a}", "{x b}"]],
    [String.raw`\{a|b\} \__colour__ \\`, [String.raw`{a|b} __colour__ \ `.trim()]],
    ["snake_case, a__b, (word:1.2)", ["snake_case, a__b, (word:1.2)"]],
  ])("%s", (prompt, texts) => expect(all(prompt)).toEqual(texts));

  test("lists are named", () => {
    expect(listsIn("__A__ {b|__c__} \\__d__")).toEqual(["a", "c"]);
  });
});

test.each([
  ["a {red|blue fox", "unclosed", 2],
  ["an {a|{b|c} fox", "unclosed", 3],
  ["a __moon__", "list", 2],
  ["__self__", "loop", 0],
  ["{0::a|b}", "weight", 1],
  ["{x::a|b}", "weight", 1],
  ["{2$$a|b|c}", "several", 0],
])("what is wrong is told with its place: %s", (prompt, code, at) => {
  const fault = faultOf(prompt);
  expect(fault).toMatchObject({ code, at });
  expect(fault?.message).toContain(`At character ${at + 1}`);
});

test("texts that are empty or too long are refused, and so are too many alternatives", () => {
  const wish = { lists, count: 1, seed: 1, each: true };
  expect(castTexts({ ...wish, prompt: "{|a}" })).toMatchObject({ fault: { code: "empty" } });
  const long = new Map([["long", ["x".repeat(200)]]]);
  expect(castTexts({ ...wish, lists: long, prompt: "{__long__|b}, ".repeat(12) })).toMatchObject({
    fault: { code: "too-long" },
  });
  const many = new Map([["many", Array.from({ length: 200 }, () => "{a|b}".repeat(20))]]);
  expect(templateOf("__many__", many)).toMatchObject({ fault: { code: "too-many", at: 0 } });
});

test("a seed draws the same text for ever", () => {
  const random = seededRandom(1);
  // The generator's published numbers for the seed 1.
  expect([random(), random(), random()].map((value) => Math.floor(value * 2 ** 32))).toEqual([
    2693262067, 11749833, 2265367787,
  ]);
  const template = read("{a|b|c|d|e|f|g|h} __thing__ {5::x|y}");
  expect([0, 1, 2, 3, 4, 2 ** 32 - 1].map((seed) => drawText(template, seed))).toEqual([
    "c red fox x",
    "f blue fox y",
    "f red fox x",
    "f blue fox x",
    "h red fox x",
    "h deep green fox y",
  ]);
});

test("weights are followed", () => {
  const template = read("{9::often|seldom}");
  const texts = Array.from({ length: 2_000 }, (_, seed) => drawText(template, seed));
  const often = texts.filter((text) => text === "often").length;
  expect(often).toBeGreaterThan(1_740);
  expect(often).toBeLessThan(1_860);
});

/** A prompt made at random, of pieces that mean something. */
function madeUp(random: () => number): string {
  const signs = [
    "{",
    "}",
    "|",
    "\\",
    "__",
    "_",
    "colour",
    "fox ",
    "3::",
    " ",
    "(a:1.2)",
    "é",
    "$$",
  ];
  const length = Math.floor(random() * 14);
  return Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join("");
}

test("any text can be written so that it is read as itself", () => {
  const random = seededRandom(20);
  const wrong: string[] = [];
  for (let tried = 0; tried < 20_000; tried += 1) {
    const text = madeUp(random);
    const escaped = escapeTemplate(text);
    if (isTemplate(escaped) || all(escaped).join() !== text.trim()) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

/** What is wrong with the texts of a prompt; null for nothing. */
function wrongWith(prompt: string, count: number, seed: number): string | null {
  const wish = { prompt, lists, count, seed, each: false };
  const made = castTexts(wish);
  if (JSON.stringify(castTexts(wish)) !== JSON.stringify(made)) return "not the same again";
  if ("fault" in made) return made.fault.at <= prompt.length ? null : "a place outside";
  if (made.texts.length !== count) return "another number of texts";
  const { combinations } = read(prompt);
  if (combinations > 50) return null;
  const ways = new Set(all(prompt));
  if (!made.texts.every((text) => ways.has(text))) return "a text that is no combination";
  const each = castTexts({ ...wish, count: combinations, each: true });
  if ("fault" in each) return null;
  return each.texts.length === combinations && new Set(each.texts).size === ways.size
    ? null
    : "not each combination once";
}

test("100,000 random prompts: as many texts as pictures, each a combination, the same again, or a fault with its place", () => {
  const random = seededRandom(7);
  const wrong: string[] = [];
  for (let tried = 0; tried < 100_000; tried += 1) {
    const prompt = madeUp(random);
    const seed = Math.floor(random() * 2 ** 32);
    const found = wrongWith(prompt, 1 + Math.floor(random() * 8), seed);
    if (found !== null) wrong.push(`${prompt}: ${found}`);
  }
  expect(wrong).toEqual([]);
});
