import { expect, test } from "vitest";
import { planChange, type PaidPlan } from "./plan-change.ts";
import type { Offer } from "./price-list.ts";

const pro: Offer = { id: "plan-pro", kind: "plan", name: "Pro", credits: 100, amount: 800 };
const studio: Offer = { ...pro, id: "plan-studio", name: "Studio", credits: 500, amount: 2900 };
const paying = (offer: Offer, cancels = false): PaidPlan => ({
  offer,
  renewsAt: "2026-12-12T10:00:00.000Z",
  cancelsAt: cancels ? "2026-12-12T10:00:00.000Z" : null,
});

test.each<[string, PaidPlan | null, Offer | null, string, RegExp, string]>([
  [
    "Free to Pro",
    null,
    pro,
    "checkout",
    /^You pay \$8 now and get 100 credits\./,
    "Go to Pro for $8 a month",
  ],
  [
    "Pro to Studio",
    paying(pro),
    studio,
    "upgrade",
    /^You pay \$29 now, a new month starts today/,
    "Change to Studio for $29 a month",
  ],
  [
    "Studio to Pro",
    paying(studio),
    pro,
    "downgrade",
    /^Studio stays until 12 December 2026\. From then on you pay \$8/,
    "Change to Pro",
  ],
  [
    "Pro to Free",
    paying(pro),
    null,
    "cancel",
    /^Pro stays until 12 December 2026; then your plan is Free\./,
    "Cancel the Pro plan",
  ],
  [
    "ending Pro to Pro",
    paying(pro, true),
    pro,
    "resume",
    /^Pro no longer ends on 12 December 2026: it renews then for \$8\./,
    "Keep Pro",
  ],
  [
    "ending Pro to Studio",
    paying(pro, true),
    studio,
    "upgrade",
    /^You pay \$29 now/,
    "Change to Studio for $29 a month",
  ],
])(
  "CR-04 what happens is said before a plan changes: %s",
  (_what, now, wanted, kind, says, press) => {
    const change = planChange(now, wanted, "usd");
    expect(change).toEqual({ kind, press, says: expect.stringMatching(says) as string });
  },
);

test.each([
  ["Free", null, null],
  ["Pro", paying(pro), pro],
  ["a plan that ends already", paying(pro, true), null],
])("CR-04 nothing changes from %s to itself", (_what, now, wanted) => {
  expect(planChange(now, wanted, "usd")).toBeNull();
});
