import { expect, test } from "vitest";
import { planFigures, type PlanAccount } from "./plan-figures.ts";

const account: PlanAccount = { role: "member", plan: "Free", current: 3, renewalDate: null };

test.each<[string, Partial<PlanAccount>, string]>([
  ["few of a Free account", {}, "3 of 5 credits left"],
  ["all of a plan", { plan: "Pro", current: 100 }, "100 of 100 credits left"],
  ["more than Free gives", { current: 850 }, "850 credits, plan gives 5 at sign-up"],
  [
    "more than a paid plan gives",
    { plan: "Pro", current: 101 },
    "101 credits, plan gives 100 a month",
  ],
  [
    "a plan of another name",
    { plan: "Studio", current: 501 },
    "501 credits, plan gives 500 a month",
  ],
])("CR-03 credits and plan: %s", (_what, change, said) => {
  const { current, left } = planFigures({ ...account, ...change });
  expect(`${current} ${left}`).toBe(said);
});

test("CR-03 a missing renewal is N/A, another is its day", () => {
  expect(planFigures(account).renewal).toBe("N/A");
  const renewalDate = "2026-12-12T23:30:00.000Z";
  expect(planFigures({ ...account, plan: "Pro", renewalDate })).toMatchObject({
    name: "Pro plan",
    renewal: "Dec 12",
    isExample: false,
  });
});

test.each([
  ["admin", 850, 1000],
  ["member", 230, 600],
  ["user", 230, 600],
  ["guest", 0, 0],
] as const)(
  "CR-03 without a plan the figures of a role %s are the example %i of %i",
  (role, current, total) => {
    for (const plan of [null, "", " "]) {
      expect(planFigures({ role, plan, current: 7, renewalDate: null })).toMatchObject({
        name: "Pro Plan",
        current,
        total,
        renewal: "Aug 12",
        isExample: true,
        left: `of ${total.toLocaleString("en")} credits left`,
      });
    }
  },
);
