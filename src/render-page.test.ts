import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { expect, test } from "vitest";
import { renderPage } from "./render-page.ts";

/** What a page looks like, and what its parts threw. */
async function rendered(page: ReactNode, timeoutMs = 60_000) {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  return { html: await renderPage(page, { nonce: "n", timeoutMs, onError }), errors };
}

function Broken(): never {
  throw new Error("broken");
}

const Tools = () => createElement("button", null, "Tools");

/** A page with a part that may have to be waited for. */
const pageWith = (part: ComponentType) =>
  createElement(
    "main",
    null,
    createElement("p", null, "Rest"),
    createElement(Suspense, { fallback: "Wait" }, createElement(part)),
  );

/** A component that is loaded when it is first rendered. */
const loadedLate = () =>
  lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { default: Tools };
  });

test("a page is rendered whole", async () => {
  const page = await rendered(createElement("main", null, "<a>", "<b>"));
  expect(page).toEqual({ html: "<main>&lt;a&gt;<!-- -->&lt;b&gt;</main>", errors: [] });
});

test("a document has its type, rendered at once or in steps", async () => {
  const documentOf = (part: ComponentType) =>
    createElement("html", null, createElement("body", null, pageWith(part)));
  const begin = "<!DOCTYPE html><html><head></head><body><main>";
  expect((await rendered(documentOf(Tools))).html.startsWith(begin)).toBe(true);
  expect((await rendered(documentOf(loadedLate()))).html.startsWith(begin)).toBe(true);
});

test("a component that is not loaded yet is waited for, and not by the next page", async () => {
  const Late = loadedLate();
  const page = pageWith(Late);
  const first = await rendered(page);
  expect(first.html).toContain("<button>Tools</button>");
  expect(first.html).not.toContain("<!--$!-->");
  expect(first.errors).toEqual([]);
  const second = await rendered(page);
  expect(second).toEqual({
    html: "<main><p>Rest</p><!--$--><button>Tools</button><!--/$--></main>",
    errors: [],
  });
});

test("a component outside every boundary is waited for, too", async () => {
  const Late = loadedLate();
  expect((await rendered(createElement(Late))).html).toContain("<button>Tools</button>");
});

test("a part that fails is told, and the rest of the page is there", async () => {
  const { html, errors } = await rendered(pageWith(Broken));
  expect(html).toContain("<p>Rest</p>");
  expect(html).toContain("Wait");
  expect(errors).toEqual([new Error("broken")]);
});

test("a page that fails outside every boundary throws", async () => {
  await expect(rendered(createElement(Broken))).rejects.toThrow("broken");
});

test("a component that does not come in time is left to the browser", async () => {
  const Never = lazy(() => new Promise<{ default: ComponentType }>(() => undefined));
  const { html, errors } = await rendered(pageWith(Never), 1);
  expect(html).toContain("Wait");
  expect(errors).toHaveLength(1);
});
