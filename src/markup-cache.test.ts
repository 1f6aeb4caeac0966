import { createElement, lazy } from "react";
import { expect, test } from "vitest";
import { createMarkupCache } from "./markup-cache.ts";

const words = (text: string) => () => createElement("b", null, text, "&");

test("a part is rendered once for its key", () => {
  const cache = createMarkupCache();
  expect(cache("a", words("Lake"))).toBe("<b>Lake<!-- -->&amp;</b>");
  expect(cache("a", () => expect.fail("rendered again"))).toBe("<b>Lake<!-- -->&amp;</b>");
  expect(cache("b", words("Hill"))).toBe("<b>Hill<!-- -->&amp;</b>");
});

test("what was asked for last stays, within the room for it", () => {
  const cache = createMarkupCache(70);
  const again = (key: string) => {
    let isAgain = false;
    cache(key, () => {
      isAgain = true;
      return words(key)();
    });
    return isAgain;
  };
  // Each takes 22 characters.
  expect(["a", "b", "c", "a", "d"].map(again)).toEqual([true, true, true, false, true]);
  expect(["a", "b"].map(again)).toEqual([false, true]);
});

test("a part that has to be waited for, or fails, is left to its page, and is not kept", async () => {
  const cache = createMarkupCache();
  const Late = lazy(async () => ({ default: words("Lake") }));
  const late = () => createElement(Late);
  expect(cache("late", late)).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(cache("late", late)).toBe("<b>Lake<!-- -->&amp;</b>");
  const broken = () => {
    throw new Error("broken");
  };
  expect(cache("broken", () => createElement(broken))).toBeNull();
  expect(cache("broken", words("Lake"))).toBe("<b>Lake<!-- -->&amp;</b>");
});
