import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createMarkupCache } from "#app/markup-cache.ts";
import { MarkupCacheContext, type MarkupCache } from "#app/ui/markup-cache.ts";
import { SiteContext, type Site } from "#app/ui/site.ts";
import { PictureCard, type PictureCardProps } from "./picture-card.tsx";
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

type Rendered = Partial<PictureCardProps> & { imageHost?: string };

/** The card as the server renders it. @param cache what the server keeps, as pages of production have it */
function rendered(
  { imageHost = "", ...props }: Rendered = {},
  cache: MarkupCache | null = null,
): string {
  const card = createElement(PictureCard, { picture, style: { left: 3 }, ...props });
  const site = createElement(SiteContext, { value: { imageHost } as Site }, card);
  const element = createElement(MarkupCacheContext, { value: cache }, site);
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/"] });
  return renderToString(createElement(RouterProvider, { router }));
}

test("a picture on a wall is offered at 300, 512 and 1024 pixels", () => {
  const [, offered] = /srcSet="([^"]*)"/.exec(rendered()) ?? [];
  expect(offered.split(", ")).toEqual([
    "/i/300x0/q75/misty-lake-1a2b3c4d.webp 300w",
    "/i/512x0/q75/misty-lake-1a2b3c4d.webp 512w",
    "/i/1024x0/q75/misty-lake-1a2b3c4d.webp 1024w",
  ]);
});

const { creator } = picture;
/** Each changes something that a card shows, or may show. */
const variants: Record<string, Rendered> = {
  plain: {},
  "its place": { style: { left: 5 }, index: 7, className: "tile" },
  first: { first: true, index: 0 },
  "another id": { picture: { ...picture, id: "2" } },
  "another slug": { picture: { ...picture, slug: "lake-1" } },
  "another title": { picture: { ...picture, title: '<b>"Lake" & more' } },
  "another width": { picture: { ...picture, width: 833 } },
  "another height": { picture: { ...picture, height: 1217 } },
  "another colour": { picture: { ...picture, colors: ["#ffffff"] } },
  "another placeholder": { picture: { ...picture, placeholder: "UklG" } },
  "another name": { picture: { ...picture, creator: { ...creator, name: "Ines" } } },
  "a portrait": { picture: { ...picture, creator: { ...creator, avatar: "/u/1.webp" } } },
  "another username": { picture: { ...picture, creator: { ...creator, username: "m" } } },
  "a demonstration": { picture: { ...picture, isDemo: true } },
  "another image host": { imageHost: "pictures.example.org" },
  "other sizes": { sizes: "100vw" },
};

test.each(Object.keys(variants))(
  "a card from memory looks as any other, when others are kept: %s",
  (name) => {
    const cache = createMarkupCache();
    for (const each of Object.values(variants)) rendered(each, cache);
    const plain = rendered(variants[name]);
    expect(rendered(variants[name], createMarkupCache())).toBe(plain);
    expect(rendered(variants[name], cache)).toBe(plain);
    // React asks browsers to preload the first ones: that is written into the head of the page.
    expect(plain.includes('rel="preload"')).toBe(name === "first");
  },
);

test("a card is rendered once, whatever its place", () => {
  let times = 0;
  const kept = createMarkupCache();
  const cache: MarkupCache = (key, part) =>
    kept(key, () => {
      times += 1;
      return part();
    });
  for (const index of [0, 1, 2]) rendered({ index, style: { left: index } }, cache);
  expect(times).toBe(1);
});
