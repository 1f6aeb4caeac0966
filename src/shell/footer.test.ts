import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createMarkupCache } from "#app/markup-cache.ts";
import { MarkupCacheContext, type MarkupCache } from "#app/ui/markup-cache.ts";
import { SiteContext, type Site } from "#app/ui/site.ts";
import { Footer } from "./footer.tsx";

function rendered(facebook: string, cache: MarkupCache | null): string {
  const site = { appName: "Echoform", social: { facebook } } as Site;
  const footer = createElement(SiteContext, { value: site }, createElement(Footer));
  return renderToString(createElement(MarkupCacheContext, { value: cache }, footer));
}

test("a footer from memory looks as any other, also where the links of the site differ", () => {
  const cache = createMarkupCache();
  for (const link of ["https://a.example", "https://b.example", "https://a.example"]) {
    const plain = rendered(link, null);
    expect(plain).toContain(`href="${link}"`);
    expect(rendered(link, cache)).toBe(plain);
  }
});
