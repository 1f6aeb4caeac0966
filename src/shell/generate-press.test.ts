import { expect, test } from "vitest";
import { generatePress } from "./generate-press.ts";

test.each([
  [
    "the studio for who can pay for a cast",
    { current: 1, requiresAuth: false },
    "/dashboard/studio/remix",
  ],
  ["the studio where the balance could not be read", null, "/dashboard/studio/remix"],
  [
    "nowhere when signed out, because zero credits then only mean a guest",
    { current: 0, requiresAuth: true },
    null,
  ],
])("CR-02 GENERATE+ leads to %s", (_title, balance, to) => {
  expect(generatePress(balance)).toBe(to);
});
