import { expect, test } from "vitest";
import { isActivePath } from "./navigation.ts";

test.each([
  ["/dashboard", "/dashboard", true, true],
  ["/dashboard/", "/dashboard", true, true],
  ["/dashboard/likes", "/dashboard", true, false],
  ["/dashboard/likes", "/dashboard/likes", false, true],
  ["/Dashboard/Likes/", "/dashboard/likes", false, true],
  ["/dashboard/collections/1/edit", "/dashboard/collections", false, true],
  ["/dashboard/collections-old", "/dashboard/collections", false, false],
  ["/dashboard", "/dashboard/likes", false, false],
])("DB-02 at %s the entry %s (exact: %s) is active: %s", (pathname, to, exact, wanted) => {
  expect(isActivePath(pathname, to, exact)).toBe(wanted);
});
