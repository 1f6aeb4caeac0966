import { createElement, lazy, Suspense, useId } from "react";
import { expect, test } from "vitest";
import { createMarkupCache } from "./markup-cache.ts";
import { renderPage } from "./render-page.ts";
import { MarkupCacheContext, useKeptContent, type MarkupCache } from "./ui/markup-cache.ts";
import { SiteContext, useSite, type Site } from "./ui/site.ts";

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

function Host() {
  return createElement("i", null, useSite().imageHost);
}

function Part() {
  const id = useId();
  return createElement("p", {
    id,
    ...useKeptContent(
      () => "host",
      () => createElement(Host),
    ),
  });
}

test("a page has the same ids, contexts and late components with kept parts and without", async () => {
  const rendered = (cache: MarkupCache | null) => {
    const Late = lazy(async () => ({ default: Part }));
    const parts = createElement(
      "main",
      null,
      [1, 2].map((key) => createElement(Part, { key })),
    );
    const late = createElement(Suspense, null, createElement(Late), createElement(Host));
    const site = { value: { imageHost: "pictures.example.org" } as Site };
    const page = createElement(SiteContext, site, parts, late);
    const options = {
      nonce: "n",
      timeoutMs: 60_000,
      onError: (error: unknown) => expect.fail(String(error)),
    };
    return renderPage(createElement(MarkupCacheContext, { value: cache }, page), options);
  };
  const plain = await rendered(null);
  expect(plain.match(/<p id="[^"]+"><i>pictures.example.org<\/i><\/p>/g)).toHaveLength(3);
  const cache = createMarkupCache();
  for (const turn of ["not in memory", "in memory"]) {
    expect([turn, await rendered(cache)]).toEqual([turn, plain]);
  }
});
