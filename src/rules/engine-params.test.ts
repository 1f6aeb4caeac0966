import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  defaultOf,
  fittingParams,
  offeredParams,
  paramFault,
  paramFaults,
  paramFromText,
  type Param,
  paramValues,
} from "./engine-params.ts";

const common = { group: "sampling", advanced: true } as const;
const steps: Param = {
  ...common,
  id: "steps",
  label: "Steps",
  kind: "int",
  min: 1,
  max: 60,
  step: 1,
  default: 20,
};
const cfg: Param = {
  ...common,
  id: "cfg",
  label: "CFG",
  kind: "float",
  min: 0.5,
  max: 10,
  step: 0.1,
  default: 7,
  forModels: ["plain"],
};
const sampler: Param = {
  ...common,
  id: "sampler",
  label: "Sampler",
  kind: "choice",
  choices: [
    { value: "Euler a", label: "Euler a" },
    { value: "DPM++ 2M", label: "DPM++ 2M" },
  ],
  default: "Euler a",
};
const tiling: Param = { ...common, id: "tiling", label: "Tiling", kind: "bool", default: false };
const keep: Param = {
  ...common,
  id: "keep",
  label: "Keep",
  kind: "text",
  maxLength: 5,
  default: "",
  modes: ["img2img"],
};
const params = [steps, cfg, sampler, tiling, keep];
const plain = { model: "plain", mode: "txt2img" } as const;

test.each([
  [steps, 1, null],
  [steps, 60, null],
  [steps, 0, "range"],
  [steps, 61, "range"],
  [steps, 2.5, "kind"],
  [steps, "20", "kind"],
  [steps, Number.NaN, "kind"],
  [steps, Number.POSITIVE_INFINITY, "kind"],
  [steps, null, "kind"],
  [cfg, 7, null],
  [cfg, 0.6, null],
  [cfg, 9.9, null],
  [cfg, 7.05, "step"],
  [cfg, 0.4, "range"],
  [cfg, true, "kind"],
  [sampler, "Euler a", null],
  [sampler, "euler a", "choice"],
  [sampler, "", "choice"],
  [sampler, 3, "choice"],
  [tiling, true, null],
  [tiling, "yes", "kind"],
  [keep, "12345", null],
  [keep, "🌊🌊🌊🌊🌊", null],
  [keep, "123456", "length"],
  [keep, 12, "kind"],
] as const)("a value of %o is checked: %j is %j", (param, value, code) => {
  expect(paramFault(param, value)?.code ?? null).toBe(code);
});

test("what the model or the mode does not have is refused with its id, as what nobody has", () => {
  const given = { steps: 20, cfg: 7, keep: "x", "no-such": 1 };
  expect(paramFaults(params, given, { model: "other", mode: "txt2img" })).toMatchObject([
    { id: "cfg", code: "unknown", message: "This model does not have this parameter here" },
    { id: "keep", code: "unknown" },
    { id: "no-such", code: "unknown", message: "This engine has no such parameter" },
  ]);
  expect(paramFaults(params, given, { model: "plain", mode: "img2img" })).toMatchObject([
    { id: "no-such" },
  ]);
});

test.each(["__proto__", "constructor", "toString"])("%s is no parameter and no value", (id) => {
  const given = JSON.parse(`{"${id}": 3}`) as Record<string, unknown>;
  expect(paramFaults(params, given, plain)).toMatchObject([{ id, code: "unknown" }]);
  const odd: Param = { ...steps, id };
  expect(defaultOf(odd, { standard: {} }, "standard")).toBe(20);
});

test("what is not set is the model's default at this quality, else the parameter's", () => {
  const defaults = { standard: { steps: 4 }, high: { steps: 8 } };
  const use = { ...plain, defaults };
  expect(paramValues(params, {}, { ...use, quality: "standard" })).toEqual({
    steps: 4,
    cfg: 7,
    sampler: "Euler a",
    tiling: false,
  });
  expect(paramValues(params, { steps: 9 }, { ...use, quality: "high" })["steps"]).toBe(9);
  expect(paramValues(params, {}, { ...use, quality: "high" })["steps"]).toBe(8);
});

test.each([
  [steps, "24", 24],
  [steps, " 24 ", 24],
  [cfg, "4.5", 4.5],
  [cfg, "1e1", 10],
  [steps, "0x10", null],
  [steps, "", null],
  [steps, "many", null],
  [tiling, "yes", true],
  [tiling, "no", false],
  [tiling, "1", null],
  [sampler, "Euler a", "Euler a"],
] as const)("the text for %o, %j, is %j", (param, text, value) => {
  expect(paramFromText(param, text)).toBe(value);
});

const number = fc.oneof(
  fc.integer({ min: -5, max: 70 }),
  fc.double(),
  fc.integer({ min: 0, max: 120 }).map((tenths) => tenths / 10),
);
const anything = fc.oneof(number, fc.boolean(), fc.string(), fc.constantFrom("Euler a"));
const anyGiven = fc.dictionary(
  fc.oneof(fc.constantFrom(...params.map(({ id }) => id)), fc.string()),
  anything,
);
const anyUse = fc.record({
  model: fc.constantFrom("plain", "other"),
  mode: fc.constantFrom("txt2img" as const, "img2img" as const),
});

/** By other means than the rule's: whether a value is one of a parameter. */
function isWithin(param: Param | undefined, value: unknown): boolean {
  if (param === undefined) return false;
  if (param.kind === "int" || param.kind === "float") {
    return typeof value === "number" && !(value < param.min) && !(value > param.max);
  }
  if (param.kind === "choice")
    return param.choices.map((choice) => choice.value).includes(String(value));
  return param.kind === "bool" ? value === true || value === false : String(value).length <= 10;
}

test("of any values, those without a fault are offered and within their description", () => {
  fc.assert(
    fc.property(anyGiven, anyUse, (given, use) => {
      const offered = new Map(offeredParams(params, use).map((param) => [param.id, param]));
      const kept = fittingParams(params, given, use);
      expect(paramFaults(params, kept, use)).toEqual([]);
      const faulty = new Set(paramFaults(params, given, use).map(({ id }) => id));
      for (const [id, value] of Object.entries(given)) {
        expect(faulty.has(id)).toBe(!Object.hasOwn(kept, id));
        expect(faulty.has(id) || isWithin(offered.get(id), value)).toBe(true);
      }
    }),
  );
});

test("every step from the smallest to the largest value fits, and nothing between two", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }).map((tenths) => tenths / 10),
      fc.integer({ min: -100, max: 100 }).map((tenths) => tenths / 10),
      fc.integer({ min: 1, max: 200 }),
      fc.nat(),
      (step, min, count, pick) => {
        const param: Param = { ...cfg, min, max: min + step * count, step, default: min };
        const at = pick % count;
        expect(paramFault(param, min + step * at)).toBeNull();
        expect(paramFault(param, min + step * (at + 0.5))?.code).toBe("step");
      },
    ),
  );
});

test("drawn with is exactly what is offered, whatever was set", () => {
  fc.assert(
    fc.property(anyGiven, anyUse, (given, use) => {
      const kept = fittingParams(params, given, use);
      const values = paramValues(params, kept, { ...use, quality: "high" });
      expect(Object.keys(values)).toEqual(offeredParams(params, use).map(({ id }) => id));
      expect(paramFaults(params, values, use)).toEqual([]);
    }),
  );
});
