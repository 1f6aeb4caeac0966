import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  actionsOf,
  bytesOf,
  firstChoices,
  keptStates,
  misfitOf,
  modelStateText,
  modelSteps,
  modelTasks,
  secondsLeft,
  shareDone,
  spareBytes,
  type ModelProgress,
} from "./model-states.ts";

const model = (given: Partial<ModelProgress>): ModelProgress => ({
  state: "working",
  task: "add",
  step: "files",
  asks: null,
  bytesDone: 0,
  bytesTotal: null,
  rate: null,
  part: 0,
  seconds: null,
  offered: false,
  isLoaded: false,
  ...given,
});

test("each state is told in the words of the guide", () => {
  const fetching = { bytesDone: 420, bytesTotal: 1000, rate: 3.5 };
  const told: [string, Partial<ModelProgress>][] = [
    ["Available", { state: "available" }],
    ["Queued", { state: "queued" }],
    ["Fetching what draws", { step: "runtime" }],
    ["Asking the hub", {}],
    ["42 %", { ...fetching, rate: null }],
    ["42 %, 3 min left", fetching],
    ["42 %, 6 s left", { ...fetching, rate: 100 }],
    ["42 %, 1 h 0 min left", { ...fetching, rate: 580 / 3600 }],
    ["Checking, 99 %", { step: "check", bytesDone: 1000, bytesTotal: 1000 }],
    ["Measuring, 50 %", { step: "measure", part: 0.5 }],
    ["Confirm its files", { state: "asking", asks: "hashes" }],
    ["Slow: confirm it", { state: "asking", asks: "slow" }],
    ["Paused", { state: "paused" }],
    ["Failed", { state: "failed" }],
    ["Ready, not offered", { state: "ready" }],
    ["Ready", { state: "ready", offered: true }],
    ["Loaded", { state: "ready", offered: true, isLoaded: true }],
    ["Removed", { state: "removed" }],
  ];
  for (const [text, given] of told) expect(modelStateText(model(given))).toBe(text);
});

test("a bar never leaves its ends, and never says 100 % of what is not done", () => {
  const any = fc.record({
    state: fc.constantFrom("available" as const, ...keptStates),
    task: fc.constantFrom(...modelTasks),
    step: fc.constantFrom(null, ...modelSteps),
    bytesDone: fc.nat(),
    bytesTotal: fc.option(fc.nat()),
    rate: fc.option(fc.nat()),
    part: fc.float({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(any, (given) => {
      const shown = model(given);
      const share = shareDone(shown) ?? 0;
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(modelStateText(shown)).not.toContain("100 %");
      expect(modelStateText(shown)).not.toContain("NaN");
    }),
  );
});

test("the time that is left needs a size and a rate", () => {
  expect(secondsLeft({ bytesDone: 0, bytesTotal: null, rate: 5 })).toBeNull();
  expect(secondsLeft({ bytesDone: 0, bytesTotal: 10, rate: 0 })).toBeNull();
  expect(secondsLeft({ bytesDone: 4, bytesTotal: 10, rate: 4 })).toBe(2);
  expect(secondsLeft({ bytesDone: 11, bytesTotal: 10, rate: 4 })).toBe(0);
});

test("a state allows what makes sense in it, and what is destroyed can be undone", () => {
  const of = (given: Partial<ModelProgress>) => actionsOf(model(given));
  expect(of({ state: "available" })).toEqual([]);
  expect(of({ state: "queued" })).toEqual(["pause", "cancel"]);
  expect(of({ state: "working", task: "verify" })).toEqual(["cancel"]);
  expect(of({ state: "ready", offered: true })).toContain("withdraw");
  expect(of({ state: "ready" })).toContain("offer");
  expect(of({ state: "removed" })).toEqual(["restore"]);
});

const gb = 1_000_000_000;
const file = (bytes: number | null) => ({
  role: "model" as const,
  repo: "a/b",
  revision: null,
  path: "m.gguf",
  bytes,
  sha256: null,
});
const wanted = (given: { bytes?: number | null; ram?: number; needsCard?: boolean }) => ({
  bytes: given.bytes ?? null,
  memory: { ram: given.ram ?? gb, vram: null },
  needsCard: given.needsCard ?? false,
});

test("a model fits, or the reason why not is said", () => {
  const machine = { free: 10 * gb, ram: 8 * gb, hasCard: false };
  expect(misfitOf(wanted({}), machine)).toBeNull();
  expect(misfitOf(wanted({ needsCard: true }), machine)).toBe("It needs a graphics card.");
  expect(misfitOf(wanted({ needsCard: true }), { ...machine, hasCard: true })).toBeNull();
  expect(misfitOf(wanted({ ram: 9 * gb }), machine)).toBe(
    "It needs 9 GB of memory; this machine has 8 GB.",
  );
  expect(misfitOf(wanted({ bytes: 8 * gb }), machine)).toBeNull();
  expect(misfitOf(wanted({ bytes: machine.free - spareBytes + 1 }), machine)).toBe(
    "It needs 10 GB of free disk; 10 GB are free.",
  );
});

test("sizes add up only where all are known", () => {
  expect(bytesOf({ files: [file(2), file(3)] })).toBe(5);
  expect(bytesOf({ files: [file(2), file(null)] })).toBeNull();
});

test("a new site is shown the first model for any machine and the first for a card, never an enlarger", () => {
  const of = (id: string, needsCard: boolean, draws = true) => ({ id, needsCard, draws });
  const list = [of("esrgan", false, false), of("klein", true), of("sdxs", false), of("z", true)];
  expect(firstChoices(list)).toMatchObject({ small: { id: "sdxs" }, good: { id: "klein" } });
  expect(firstChoices([])).toEqual({ small: null, good: null });
});
