import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { SiteContext, type Site } from "#app/ui/site.ts";
import { PictureCard } from "./picture-card.tsx";
import type { Tile } from "./tile.ts";

const picture: Tile = {
  id: "1",
  slug: "misty-lake-1a2b3c4d",
  title: "Misty lake",
  width: 832,
  height: 1216,
  colors: ["#1d4b57"],
  placeholder: "",
  creator: { name: "Mira Holt", username: "mira.holt", avatar: null },
};

/** The card as the server renders it. */
function rendered(): string {
  const card = createElement(PictureCard, { picture, style: {} });
  const site = { imageHost: "" } as Site;
  const element = createElement(SiteContext, { value: site }, card);
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/"] });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test("a picture on a wall is offered at 300, 512 and 1024 pixels", () => {
  const [, offered] = /srcSet="([^"]*)"/.exec(rendered()) ?? [];
  expect(offered.split(", ")).toEqual([
    "/i/300x0/q75/misty-lake-1a2b3c4d.webp 300w",
    "/i/512x0/q75/misty-lake-1a2b3c4d.webp 512w",
    "/i/1024x0/q75/misty-lake-1a2b3c4d.webp 1024w",
  ]);
});
