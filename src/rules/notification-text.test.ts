import { expect, test } from "vitest";
import { completionText, displayTitle, failureText } from "./notification-text.ts";

test.each([
  [{ title: "Lake", metadata: { title: "Other" }, imageCount: 2 }, "Lake"],
  [{ title: "", metadata: { title: "Other" }, imageCount: 2 }, "Other"],
  [{ title: null, metadata: null, imageCount: 2 }, "AI Generated Image"],
])("NT-04 a completion is titled %j", (notice, title) => {
  expect(completionText(notice)).toEqual({
    title,
    description: "Successfully created 2 image(s)",
  });
});

test("NT-04 a failure gives its reason, else a general one", () => {
  expect(failureText("The engine declined this prompt.")).toEqual({
    title: "Generation failed",
    description: "The engine declined this prompt.",
  });
  expect(failureText().description).toBe("Your image generation encountered an error");
  expect(failureText("").description).toBe("Your image generation encountered an error");
});

test.each([
  [{ type: "generation_completed", title: "A", imageTitle: "B" }, "A"],
  [{ type: "generation_completed", title: "", imageTitle: "B", metadata: { title: "C" } }, "B"],
  [{ type: "generation_completed", metadata: { title: "C" } }, "C"],
  [{ type: "generation_completed" }, "AI Generated Image"],
  [{ type: "generation_failed" }, "Generation failed"],
  [{ type: "generation_failed", metadata: { title: "C" } }, "C"],
])("NT-04 the panel shows %j as %s", (notice, title) => {
  expect(displayTitle(notice)).toBe(title);
});
