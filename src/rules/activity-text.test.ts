import { expect, test } from "vitest";
import { activityText } from "./activity-text.ts";

const about = { actor: "Ada", picture: "Lake" };

test.each([
  ["like", 1, "Lake", "Ada liked your image"],
  ["like", 2, "Lake", "Ada and 1 other liked your image"],
  ["like", 4, "Lake", "Ada and 3 others liked your image"],
  ["like", 100, "Lake", "Ada and more than 98 others liked your image"],
  ["follow", 1, "New follower", "Ada follows you"],
  ["follow", 3, "3 new followers", "Ada and 2 others follow you"],
  ["remix", 1, "Lake", "Ada remixed your image"],
  ["remix", 100, "Lake", "100+ new remixes of your image"],
  ["collection", 1, "Lake", "Ada added your image to “Calm”"],
  ["collection", 2, "Lake", "Your image was added to 2 collections"],
] as const)("NT-04 %s by %i reads well", (kind, count, title, description) => {
  expect(activityText({ kind, count, collection: "Calm", ...about })).toEqual({
    title,
    description,
  });
});

test("NT-04 an image without a title is called untitled", () => {
  expect(activityText({ kind: "like", count: 1, actor: "Ada", picture: "" }).title).toBe(
    "Untitled",
  );
});
