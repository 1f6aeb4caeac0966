import { expect, test } from "vitest";
import { accountEntries } from "./account-entries.ts";

const forAll = [
  "/dashboard",
  "/dashboard/collections",
  "/dashboard/likes",
  "/dashboard/followers",
  "/dashboard/following",
  "/dashboard/billing",
  "/dashboard/profile",
  "/dashboard/studio/remix",
  "/dashboard/studio/style-kits",
  "/dashboard/work/threads",
  "/dashboard/work/cast-log",
];
const forAdmins = [
  "/dashboard/admin/asset-manager",
  "/dashboard/admin/promptsmiths",
  "/dashboard/admin/collections",
  "/dashboard/admin/insights",
  "/dashboard/admin/search-pulse",
];

test.each([
  ["member", forAll],
  ["user", forAll],
  ["admin", [...forAll, ...forAdmins]],
] as const)("NV-10 the avatar's menu of a %s leads to exactly these pages", (role, wanted) => {
  expect(accountEntries(role).flatMap((group) => group.map(({ to }) => to))).toEqual(wanted);
});
