import { array, assert, property, stringMatching } from "fast-check";
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Link as RouterLink, StaticRouter, type LinkProps } from "react-router";
import { expect, test } from "vitest";
import { LinkMarkup } from "./link.tsx";

/** The attributes and content of a rendered link; the order of attributes means nothing. */
function rendered(Link: ComponentType<LinkProps>, props: LinkProps): string[] {
  const link = createElement(Link, props, "Lake");
  const page = createElement(StaticRouter, { location: "/s/lake?page=2" }, link);
  return renderToStaticMarkup(page)
    .split(/ (?=[\w-]+=")|>/)
    .toSorted();
}

const addresses = [
  "/",
  "/i/lake-1",
  "/s/lake?page=2&sort=new#top",
  "/s/b%C3%A4r",
  "/a//b",
  "/a/../b",
  "/a/./b",
  "/a/",
  "?page=3",
  "#top",
  "",
  "..",
  "lake",
  "//example.org/a",
  "https://example.org/a",
  "mailto:a@example.org",
];

test.each(addresses)("a link to %j is what React Router makes of it", (to) => {
  const props = { to, className: "link", "aria-label": "Lake" };
  expect(rendered(LinkMarkup, props)).toEqual(rendered(RouterLink, props));
});

test("so is a link to any path, without what is for the press alone", () => {
  const piece = stringMatching(/^[\w.~%&=?#/ü-]{0,12}$/);
  const press = {
    replace: true,
    preventScrollReset: true,
    viewTransition: true,
    defaultShouldRevalidate: false,
    state: { from: "/" },
  };
  assert(
    property(array(piece, { maxLength: 4 }), (pieces) => {
      const props = { to: `/${pieces.join("/")}`, ...press };
      expect(rendered(LinkMarkup, props)).toEqual(rendered(RouterLink, props));
    }),
  );
});
