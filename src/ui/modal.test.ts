import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ModalProvider, useModal } from "./modal.tsx";

function OpenKind() {
  const { state } = useModal();
  return state.open === null ? "closed" : `${state.open.kind}, ${state.mode}`;
}

function shownAt(path: string): string {
  const element = createElement(ModalProvider, null, createElement(OpenKind));
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  return renderToString(createElement(RouterProvider, { router }));
}

test("DL-04 useModal outside its provider throws", () => {
  expect(() => renderToString(createElement(OpenKind))).toThrow(
    "useModal must be used within a ModalProvider",
  );
});

test.each([
  ["/", "closed"],
  ["/i/lake-1a2b3c4d", "image, direct"],
  ["/@ada/collections/7", "collection, direct"],
])("the server renders the modal of %s as %s", (path, expected) => {
  expect(shownAt(path)).toBe(expected);
});
