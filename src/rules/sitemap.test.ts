import { expect, test } from "vitest";
import { sitemapIndex, sitemapOf } from "./sitemap.ts";

test("IM-08 the index names each sitemap", () => {
  const text = sitemapIndex([{ url: "https://a.b/x?1&2", lastModified: "2026-11-20" }]);
  expect(text).toContain(
    "<sitemap><loc>https://a.b/x?1&amp;2</loc><lastmod>2026-11-20</lastmod></sitemap>",
  );
});

test("IM-08 a sitemap names each page and its picture", () => {
  const text = sitemapOf([
    { url: "https://a.b/i/lake", image: "https://a.b/lake.jpg" },
    { url: "https://a.b/blog" },
  ]);
  expect(text).toContain(
    "<url><loc>https://a.b/i/lake</loc><image:image><image:loc>https://a.b/lake.jpg</image:loc></image:image></url>",
  );
  expect(text).toContain("<url><loc>https://a.b/blog</loc></url>");
});
