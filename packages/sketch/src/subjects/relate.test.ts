import { expect, test } from "vitest";
import type { RelationKind } from "../types.ts";
import type { SubjectGroup } from "./nouns.ts";
import { type Placed, relatePlans } from "./relate.ts";

const FRAME = { w: 1000, h: 1000 };

const thing = (id: string, group: SubjectGroup, cx: number): Placed => ({
  id,
  group,
  aspect: 1,
  cx,
  baseY: 860,
  height: 300,
  scale: 1,
  order: 1000,
  flip: true,
  stance: {
    height: 300,
    baseY: 860,
    free: false,
    usualCount: 3,
    fog: 0,
    backlit: 0,
    shadow: 0.5,
    reflect: 0,
    sink: 0.02,
  },
});

function pair(kind: RelationKind, other: [string, SubjectGroup] = ["house", "buildings"]) {
  const own = thing("cat", "animals", 320);
  const anchor = thing(other[0], other[1], 700);
  relatePlans(kind, [own], anchor, FRAME);
  return { own, anchor };
}

const overlap = ({ own, anchor }: ReturnType<typeof pair>) =>
  Math.max(0, (own.height + anchor.height) / 2 - Math.abs(own.cx - anchor.cx));

test("on: its foot is on the other's top, and it is drawn after it", () => {
  const { own, anchor } = pair("on");
  expect(own.cx).toBe(anchor.cx);
  expect(own.baseY).toBeLessThan(anchor.baseY - anchor.height * 0.9);
  expect(own.order).toBeGreaterThan(anchor.order);
  expect(own.baseY - own.height).toBeGreaterThan(0);
});

test("on a chair it sits on the seat, in a basket it is half hidden", () => {
  const seat = pair("on", ["chair", "things"]);
  expect(seat.own.baseY).toBeCloseTo(seat.anchor.baseY - seat.anchor.height * 0.5);
  const basket = pair("in", ["basket", "things"]);
  expect(basket.own.order).toBeLessThan(basket.anchor.order);
  expect(basket.own.baseY - basket.own.height).toBeLessThan(
    basket.anchor.baseY - basket.anchor.height,
  );
});

test("on a sofa a cat lies on the cushions, and who sits there has the feet on the floor", () => {
  const cat = pair("on", ["couch", "household"]);
  const seat = cat.anchor.baseY - cat.own.baseY;
  expect(seat / cat.anchor.height).toBeGreaterThan(0.4);
  expect(seat / cat.anchor.height).toBeLessThan(0.55);
  const person = { ...thing("figure-woman", "people", 320), seated: true };
  const anchor = thing("couch", "household", 700);
  relatePlans("on", [person], anchor, FRAME);
  expect(person.baseY).toBeCloseTo(anchor.baseY, -2);
  expect(person.height).toBeGreaterThan(anchor.height);
});

test.each(["left", "right", "beside"] as const)("%s: side by side without overlap", (kind) => {
  const { own, anchor } = pair(kind);
  expect(overlap({ own, anchor })).toBe(0);
  expect(own.cx < anchor.cx).toBe(kind !== "right");
});

test("above: free of the other and inside the picture", () => {
  const { own, anchor } = pair("above", ["castle", "buildings"]);
  expect(own.baseY).toBeLessThanOrEqual(anchor.baseY - anchor.height);
  expect(own.baseY - own.height).toBeGreaterThan(0);
});

test("under: what can be held is lifted, what stands stays", () => {
  const umbrella = pair("under", ["umbrella", "things"]);
  expect(umbrella.anchor.baseY).toBeLessThan(umbrella.own.baseY - umbrella.own.height / 2);
  expect(pair("under").anchor.baseY).toBe(860);
});

test("front and behind: drawn in that order, neither wholly hidden", () => {
  const front = pair("front");
  expect(front.own.order).toBeGreaterThan(front.anchor.order);
  expect(overlap(front)).toBeLessThan(front.own.height);
  const behind = pair("behind");
  expect(behind.own.order).toBeLessThan(behind.anchor.order);
  expect(overlap(behind)).toBeLessThan(behind.own.height);
});
