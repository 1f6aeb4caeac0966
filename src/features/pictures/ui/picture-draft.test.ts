import { expect, test } from "vitest";
import { changesOf, draftOf } from "./picture-draft.ts";

const picture = {
  title: "Lake",
  description: null,
  tags: ["lake", "dawn"],
  license: "cc-by",
  prompt_hidden: false,
};

test("unchanged fields are not sent", () => {
  expect(changesOf(picture, draftOf(picture))).toEqual({});
});

test.each([
  [{ title: "Sea" }, { title: "Sea" }],
  [{ description: "At noon" }, { description: "At noon" }],
  [{ tags: " lake,, sea " }, { tags: ["lake", "sea"] }],
  [{ tags: "" }, { tags: [] }],
  [{ license: "cc0" }, { license: "cc0" }],
  [{ prompt_hidden: true }, { prompt_hidden: true }],
])("only what differs is sent: %j", (part, changes) => {
  expect(changesOf(picture, { ...draftOf(picture), ...part })).toEqual(changes);
});

test("an emptied description is removed", () => {
  const described = { ...picture, description: "At noon" };
  expect(changesOf(described, { ...draftOf(described), description: " " })).toEqual({
    description: null,
  });
});
