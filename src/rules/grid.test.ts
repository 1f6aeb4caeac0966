import { expect, test } from "vitest";
import { aspects } from "./aspects.ts";
import { pictureCost, type CastPrice } from "./credit-costs.ts";
import {
  gridCells,
  gridLimits,
  gridQuote,
  typedNumbers,
  type GridAxis,
  type GridBase,
} from "./grid.ts";
import { templateOf } from "./prompt-expansion.ts";
import { seededRandom } from "./seeded-random.ts";

const lists = new Map([["sky", ["clear", "{red|grey}_"]]]);
const promptsOf = (prompt: string, columns: GridAxis, rows?: GridAxis) => {
  const made = gridCells({ prompt }, { columns, rows }, lists);
  return "fault" in made ? made.fault : made.cells.map(({ settings }) => settings.prompt);
};

test("words of the prompt are values, and other places stay alternatives", () => {
  expect(promptsOf("a {red|blue} fox, __sky__ {day|night}", { by: "words", place: 0 })).toEqual([
    "a red fox, __sky__ {day|night}",
    "a blue fox, __sky__ {day|night}",
  ]);
  const both = promptsOf("a {x|y}_ {1|2}", { by: "words", place: 1 }, { by: "words", place: 0 });
  expect(both).toEqual(["a x_ 1", "a x_ 2", "a y_ 1", "a y_ 2"]);
  expect(promptsOf("__sky___b__", { by: "words", place: 0 })).toEqual([
    "clear_b__",
    String.raw`red\__b__`,
    String.raw`grey\__b__`,
  ]);
});

test("rows and columns vary settings, parameters and kits", () => {
  const base = { prompt: "fox", styleKit: "dusk", params: { steps: 9 } };
  const made = gridCells(
    base,
    {
      columns: { by: "param", id: "cfg", values: [1, 2] },
      rows: { by: "kit", values: ["", "dawn"] },
    },
    lists,
  );
  expect("cells" in made && made.cells).toEqual([
    { column: 0, row: 0, settings: { prompt: "fox", params: { steps: 9, cfg: 1 } } },
    { column: 1, row: 0, settings: { prompt: "fox", params: { steps: 9, cfg: 2 } } },
    { column: 0, row: 1, settings: { ...base, styleKit: "dawn", params: { steps: 9, cfg: 1 } } },
    { column: 1, row: 1, settings: { ...base, styleKit: "dawn", params: { steps: 9, cfg: 2 } } },
  ]);
});

const seeds = (count: number): GridAxis => ({
  by: "seed",
  values: Array.from({ length: count }, (_, n) => n),
});
test.each([
  [seeds(0), undefined, "columns"],
  [seeds(13), undefined, "columns"],
  [{ by: "seed", values: [1, 1] }, undefined, "columns"],
  [{ by: "words", place: 0 }, undefined, "columns"],
  [seeds(2), seeds(3), "rows"],
  [seeds(8), { by: "strength", values: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => n / 10) }, "rows"],
] as const)("%j over %j is refused", (columns, rows, side) => {
  expect(promptsOf("fox", columns, rows)).toMatchObject({ side });
});

test.each([
  ["20, 30 ,40", [20, 30, 40]],
  ["1-4", [1, 2, 3, 4]],
  ["5 - 9 : 2, 0.5..1:0.25", [5, 7, 9, 0.5, 0.75, 1]],
  ["-2--1", [-2, -1]],
  ["0.1-0.3:0.1", [0.1, 0.2, 0.3]],
  ["4-1", null],
  ["1-2:0", null],
  ["a", null],
  ["", []],
])("%j is %j", (typed, values) => expect(typedNumbers(typed)).toEqual(values));

test("a range without end stops one after the last that fits", () => {
  expect(typedNumbers("0-1000000")).toHaveLength(gridLimits.values + 1);
});

const some = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)];

/** An axis made at random, with the number of its values. */
function anAxis(random: () => number): GridAxis {
  const numbers = () =>
    Array.from({ length: Math.floor(random() * 14) }, () => Math.floor(random() * 40));
  const by = some(random, ["words", "seed", "model", "aspect", "quality", "kit", "param"] as const);
  switch (by) {
    case "words":
      return { by, place: Math.floor(random() * 3) };
    case "model":
      return {
        by,
        values: numbers().map((n) => ({ engine: "e", model: n < 9 ? "runware" : `${n}` })),
      };
    case "aspect":
      return { by, values: aspects.slice(0, Math.floor(random() * 9)) };
    case "quality":
      return { by, values: random() < 0.5 ? ["standard"] : ["high", "standard"] };
    case "kit":
      return { by, values: numbers().map(String) };
    case "param":
      return { by, id: some(random, ["cfg", "steps"]), values: numbers() };
    default:
      return { by, values: numbers() };
  }
}

/** What is wrong with a grid made at random; null for nothing. */
function wrongWith(random: () => number): string | null {
  const prompt = some(random, ["fox", "{a|b} fox", "{a|b|c|d} __sky__", "{a|{b|c} {d|e}} {f|g} h"]);
  const axes = { columns: anAxis(random), ...(random() < 0.7 && { rows: anAxis(random) }) };
  const made = gridCells<GridBase>({ prompt, model: "m" }, axes, lists);
  if ("fault" in made) return made.fault.message === "" ? "a fault without a word" : null;
  const { cells } = made;
  if (cells.length > gridLimits.cells) return "too many pictures";
  if (new Set(cells.map(({ column, row }) => `${column} ${row}`)).size !== cells.length) {
    return "two pictures at one place";
  }
  if (new Set(cells.map(({ settings }) => JSON.stringify(settings))).size !== cells.length) {
    return "two pictures with the same settings";
  }
  const prompts = [...new Set(cells.map(({ settings }) => settings.prompt))];
  if (prompts.length > 1 && prompts.some((each) => "fault" in templateOf(each, lists))) {
    return "a prompt that cannot be read";
  }
  const priceFactor = some(random, [0.5, 1, 1.37]);
  const prices = cells.map(({ settings }): CastPrice => ({
    mode: "text-to-image",
    quality: settings.quality ?? "high",
    aspect: settings.aspect ?? "1:1",
    model: settings.model ?? "",
    count: 1,
    priceFactor,
  }));
  const quote = gridQuote(prices);
  // One by one, as casts are charged.
  let charged = 0;
  for (const price of prices) charged += pictureCost(price);
  if (quote.pictures !== cells.length || quote.credits !== charged) return "another price";
  return Number.isInteger(quote.credits) && quote.credits >= cells.length ? null : "no price";
}

test("100,000 random grids: the number shown is the number drawn, and the price shown is the sum of what is charged", () => {
  const random = seededRandom(3);
  const wrong = new Map<string, number>();
  for (let tried = 0; tried < 100_000; tried += 1) {
    const found = wrongWith(random);
    if (found !== null) wrong.set(found, (wrong.get(found) ?? 0) + 1);
  }
  expect(Object.fromEntries(wrong)).toEqual({});
});
