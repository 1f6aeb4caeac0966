import { expect, test } from "vitest";
import { newAddressOf, oldAddresses } from "./old-addresses.ts";

test("RT-09 there are eleven old addresses", () => {
  expect(Object.keys(oldAddresses)).toHaveLength(11);
});

test.each([
  ["/generate", "", "/dashboard/studio/remix"],
  ["/Generate/", "?prompt=fog%20%26%20rain", "/dashboard/studio/remix?prompt=fog%20%26%20rain"],
  ["/dashboard/generate/history", "?a=1&a=2", "/dashboard/work/cast-log?a=1&a=2"],
  ["/", "", null],
  ["/generate/x", "", null],
  ["/constructor", "", null],
])("RT-09 %s%s leads to %s", (path, search, target) => {
  expect(newAddressOf(path, search)).toBe(target);
});
