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

test("DB-01 an admin has one more section, with only admin pages and the upload", () => {
  expect(labels("admin").slice(0, 3)).toEqual(everybody);
  const [, , , section] = dashboardSections("admin");
  expect(section.title).toBe("ADMIN");
  expect(section.entries.map(({ to }) => to)).toEqual(
    section.entries.map(() => expect.stringMatching(/^\/dashboard\/(upload$|admin\/[a-z-]+$)/)),
  );
});

test("DB-01 no URL is listed twice", () => {
  const all = dashboardSections("admin").flatMap(({ entries }) => entries.map(({ to }) => to));
  expect(new Set(all).size).toBe(all.length);
});
