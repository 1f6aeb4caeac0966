import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { dashboardSections } from "./dashboard-nav.ts";

const labels = (role: "member" | "user" | "admin") =>
  dashboardSections(role).map(({ title, entries }) => [title, entries.map((each) => each.label)]);

const everybody = [
  [null, ["OVERVIEW", "COLLECTIONS", "LIKES", "FOLLOWERS", "FOLLOWING", "PLAN & USAGE", "PROFILE"]],
  ["STUDIO", ["CREATE/REMIX", "STYLE KITS"]],
  ["WORK", ["THREADS", "CAST LOG"]],
];

test.each(["member", "user"] as const)("DB-01 a %s has the common sections", (role) => {
  expect(labels(role)).toEqual(everybody);
});

test("DB-01 B37 an admin has two more sections, with only admin pages and the upload", () => {
  expect(labels("admin").slice(0, 3)).toEqual(everybody);
  const [, , , admin, site] = dashboardSections("admin");
  expect([admin.title, site.title]).toEqual(["ADMIN", "SITE"]);
  const addresses = [...admin.entries, ...site.entries].map(({ to }) => to);
  expect(addresses).toEqual(
    addresses.map(() => expect.stringMatching(/^\/dashboard\/(upload$|admin\/[a-z-]+$)/)),
  );
});

test("DB-01 B37 every admin page of its own is in the navigation", () => {
  const listed = new Set(
    dashboardSections("admin").flatMap(({ entries }) => entries.map(({ to }) => to)),
  );
  const pages = readdirSync(new URL("../pages/dashboard/admin", import.meta.url), {
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".tsx"))
    .map(({ name }) => `/dashboard/admin/${name.replace(".tsx", "")}`)
    // A member's page is reached from lists, and the sandbox only exists while payments are a trial.
    .filter((address) => !/\/(member|payment-sandbox)$/.test(address));
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((address) => !listed.has(address))).toEqual([]);
});

test("DB-01 no URL is listed twice", () => {
  const all = dashboardSections("admin").flatMap(({ entries }) => entries.map(({ to }) => to));
  expect(new Set(all).size).toBe(all.length);
});
