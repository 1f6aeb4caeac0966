import { expect, test } from "vitest";
import { licenceIds, licenceOf } from "./licences.ts";

test("every licence has a name, all but one an address", () => {
  expect(licenceIds.map((id) => licenceOf(id).label)).not.toContain("");
  expect(licenceIds.filter((id) => licenceOf(id).href === null)).toEqual(["all-rights-reserved"]);
});

test.each(["MIT", "constructor", ""])(
  "the licence %j that nobody chose here is named as it is",
  (id) => {
    expect(licenceOf(id)).toEqual({ label: id, href: null });
  },
);
