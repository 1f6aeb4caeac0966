import { escapeXml } from "./escape-markup.ts";

/** One entry of a sitemap, with an absolute URL; lastModified as ISO 8601. */
export type SitemapEntry = { url: string; lastModified?: string; image?: string };

/** URLs in one sitemap; the protocol allows 50,000. */
export const mostInSitemap = 45_000;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

const element = (name: string, text: string | undefined) =>
  text === undefined ? "" : `<${name}>${escapeXml(text)}</${name}>`;

/** The sitemap index (sitemaps.org, protocol 0.9). */
export function sitemapIndex(entries: readonly SitemapEntry[]): string {
  const lines = entries.map(
    ({ url, lastModified }) =>
      `<sitemap>${element("loc", url)}${element("lastmod", lastModified)}</sitemap>`,
  );
  return [declaration, `<sitemapindex xmlns="${namespace}">`, ...lines, "</sitemapindex>", ""].join(
    "\n",
  );
}

/** One sitemap, with the picture of each page that has one (Google's image extension). */
export function sitemapOf(entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ url, lastModified, image }) => {
    const picture = image && `<image:image>${element("image:loc", image)}</image:image>`;
    return `<url>${element("loc", url)}${element("lastmod", lastModified)}${picture ?? ""}</url>`;
  });
  const open = `<urlset xmlns="${namespace}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">`;
  return [declaration, open, ...lines, "</urlset>", ""].join("\n");
}
