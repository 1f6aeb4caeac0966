import { expect, test } from "vitest";
import { profileChange, profileParts, shownValue, type ProfileField } from "./profile-form.ts";

const typed = (values: Partial<Record<ProfileField, string>>) =>
  profileChange(new Map(Object.entries(values) as [ProfileField, string][]));

test("CO-05 every field of the profile has its place once", () => {
  const fields = profileParts.flatMap((part) =>
    [...part.fields, ...(part.more?.fields ?? [])].map(({ field }) => field),
  );
  expect(new Set(fields).size).toBe(fields.length);
  expect(fields).toHaveLength(18);
});

test.each([
  ["name", "Ada"],
  ["bio", ""],
  ["location.city", "Oslo"],
  ["location.lat", "59.91"],
  ["location.state", ""],
] as const)("CO-05 %s is shown as “%s”", (field, shown) => {
  const location = { city: "Oslo", lat: 59.91, state: null };
  expect(shownValue({ name: "Ada", bio: null, location }, field)).toBe(shown);
});

test("CO-05 a profile without a location shows none", () => {
  expect(shownValue({ location: null }, "location.city")).toBe("");
});

test("CO-05 a change has the fields that were shown, and the location as one", () => {
  expect(typed({ name: "Ada", bio: "", "location.city": "Oslo", "location.lat": "59,91" })).toEqual(
    { ok: true, body: { name: "Ada", bio: "", location: { city: "Oslo", lat: 59.91 } } },
  );
});

test("CO-05 an emptied location is taken away", () => {
  const empty = { "location.city": " ", "location.lat": "", "location.lon": "" };
  expect(typed(empty)).toEqual({ ok: true, body: { location: null } });
});

test("CO-05 degrees that are no number are named before anything is sent", () => {
  expect(typed({ "location.lat": "north" })).toEqual({
    ok: false,
    errors: { "location.lat": "Give a number of degrees" },
  });
});
