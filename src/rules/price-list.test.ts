import { expect, test } from "vitest";
import { planCredits } from "./plan-credits.ts";
import { offerIds, offerOf, offers } from "./price-list.ts";

test("CR-03 the price list has three packs and the plans Pro and Studio", () => {
  const prices = offers.map(({ name, kind, credits, amount }) => [name, kind, credits, amount]);
  expect(prices).toEqual([
    ["50 credits", "pack", 50, 300],
    ["200 credits", "pack", 200, 1000],
    ["500 credits", "pack", 500, 2200],
    ["Pro", "plan", 100, 800],
    ["Studio", "plan", 500, 2900],
  ]);
  expect(offers.map(({ id }) => id)).toEqual(offerIds);
});

test("CR-03 a plan buys the credits that its name stands for", () => {
  const plans = offers.filter(({ kind }) => kind === "plan");
  expect(plans.map(({ credits }) => credits)).toEqual(plans.map(({ name }) => planCredits(name)));
});

test("an offer that is not on the list is none", () => {
  expect(offerOf("pack-50")?.credits).toBe(50);
  expect(offerOf("pack-51")).toBeNull();
});
