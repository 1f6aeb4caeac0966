import { expect, test } from "vitest";
import { isPushed, pushText } from "./push-text.ts";

const cast = { title: "A secret proposal", description: "no prompt word: proposal", imageCount: 4 };

test("a browser is told that a cast ended, and nothing of its prompt", () => {
  expect(pushText({ ...cast, type: "generation_completed" })).toEqual({
    title: "Your cast is done",
    body: "4 images",
  });
  expect(pushText({ ...cast, type: "generation_completed", imageCount: 1 })?.body).toBe("1 image");
  expect(pushText({ ...cast, type: "generation_failed", imageCount: null })).toEqual({
    title: "Generation failed",
    body: "Your image generation encountered an error",
  });
});

test("of activity it is told who did what, and on which image", () => {
  const liked = { title: "Harbour", description: "Ada liked your image", imageCount: null };
  expect(pushText({ ...liked, type: "like" })).toEqual({
    title: "Ada liked your image",
    body: "Harbour",
  });
  const followed = { title: "New follower", description: "Ada follows you", imageCount: null };
  expect(pushText({ ...followed, type: "follow" })).toEqual({ title: "Ada follows you", body: "" });
});

test("a decision of a moderator is never sent to a browser", () => {
  expect(isPushed("moderation")).toBe(false);
  expect(pushText({ ...cast, type: "moderation" })).toBeNull();
});
