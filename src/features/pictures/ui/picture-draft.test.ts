import { expect, test } from "vitest";
import { changesOf, draftOf } from "./picture-draft.ts";

const picture = {
  title: "Lake",
  description: null,
  tags: ["lake", "dawn"],
  license: "cc-by",
  prompt_hidden: false,
};

test("what nobody touched is not sent", () => {
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

test("a description that was emptied is taken away", () => {
  const described = { ...picture, description: "At noon" };
  expect(changesOf(described, { ...draftOf(described), description: " " })).toEqual({
    description: null,
  });
});
