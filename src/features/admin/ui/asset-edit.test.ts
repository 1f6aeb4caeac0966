import { expect, test } from "vitest";
import {
  fieldsOf,
  licenceOptions,
  pressTag,
  sharedFields,
  tagCounts,
  tagsOfLine,
  untouched,
  withMixed,
} from "./asset-edit.ts";

const roof = { id: "1", title: "Roof", license: "cc-by", isPublic: true, tags: ["snow", "house"] };
const sea = { id: "2", title: "Sea", license: "cc0", isPublic: true, tags: ["snow"] };
const both = [roof, sea];

test("AD-01 different values are mixed, equal ones are shown", () => {
  expect(sharedFields(both)).toEqual({
    title: { value: null, kinds: 2 },
    license: { value: null, kinds: 2 },
    visibility: { value: "public", kinds: 1 },
  });
  const { license, visibility } = sharedFields(both);
  expect(withMixed(license, licenceOptions(license))[0]).toEqual({ value: "", label: "Mixed (2)" });
  expect(withMixed(visibility, [{ value: "public", label: "Public" }])).toHaveLength(1);
  expect(licenceOptions({ value: "by permission", kinds: 1 })[0].label).toBe("by permission");
});

test("AD-01 only fields that were touched and differ are sent", () => {
  expect(fieldsOf(both, untouched)).toEqual({});
  expect(fieldsOf(both, { ...untouched, title: "  " })).toEqual({});
  expect(fieldsOf(both, { ...untouched, title: " Shore ", visibility: "public" })).toEqual({
    title: "Shore",
  });
  // One picture alone: what is emptied is sent, so that the server can refuse it.
  expect(fieldsOf([roof], { ...untouched, title: "" })).toEqual({ title: "" });
  expect(fieldsOf([roof], { ...untouched, title: "Roof", license: "cc-by" })).toEqual({});
  expect(
    fieldsOf(both, { ...untouched, license: "cc0", visibility: "private", collection: "c" }),
  ).toEqual({ license: "cc0", is_public: false, collection: "c" });
});

test("AD-01 tags are added, removed or all replaced", () => {
  expect(tagCounts(both)).toEqual([
    { tag: "snow", count: 2 },
    { tag: "house", count: 1 },
  ]);
  expect(fieldsOf(both, { ...untouched, add: ["winter"], remove: ["house"] }).tags).toEqual({
    add: ["winter"],
    remove: ["house"],
  });
  expect(
    fieldsOf(both, { ...untouched, add: ["winter"], replace: "Ice, ,ice, Sea " }).tags,
  ).toEqual({ replace: ["ice", "sea"] });
  expect(fieldsOf(both, { ...untouched, replace: " " }).tags).toEqual({ replace: [] });
  expect(tagsOfLine(" A, b ,a")).toEqual(["a", "b"]);
});

test("AD-01 tags that are still being typed count, also against a removal", () => {
  const edit = { ...untouched, add: ["ice"], remove: ["snow", "house"], typed: "Winter, snow" };
  expect(fieldsOf(both, edit).tags).toEqual({ add: ["ice", "winter", "snow"], remove: ["house"] });
});

test("AD-01 a tag that all have is removed by a press, one that some have is first given to all", () => {
  const removed = { ...untouched, ...pressTag(untouched, "snow", true) };
  expect(removed.remove).toEqual(["snow"]);
  expect(pressTag(removed, "snow", true)).toEqual({ add: [], remove: [] });
  const added = { ...untouched, ...pressTag(untouched, "house", false) };
  expect(added).toMatchObject({ add: ["house"], remove: [] });
  expect(pressTag(added, "house", false)).toEqual({ add: [], remove: ["house"] });
});
