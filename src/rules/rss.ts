import { escapeXml } from "./escape-markup.ts";

/** One post or picture in a feed; addresses are absolute. */
export type FeedItem = {
  title: string;
  url: string;
  /** A day, YYYY-MM-DD, or a moment, ISO 8601. */
  date: string;
  summary: string;
  author?: string;
  image?: { url: string; width: number; height: number };
};

export type Feed = {
  title: string;
  summary: string;
  /** Where the items are read. */
  home: string;
  /** Where the feed itself is. */
  self: string;
  items: readonly FeedItem[];
};

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

/** A date as RSS writes it; a day begins at midnight UTC. */
const moment = (date: string) =>
  new Date(date.length === 10 ? `${date}T00:00:00Z` : date).toUTCString();

/** The picture of an item, for readers of Media RSS. */
function media({ url, width, height }: NonNullable<FeedItem["image"]>): string {
  return `<media:content url="${escapeXml(url)}" medium="image" type="image/jpeg" width="${width}" height="${height}"/>`;
}

/** The feed as RSS 2.0. */
export function rssOf(feed: Feed): string {
  const items = feed.items.map(({ title, url, date, summary, author, image }) =>
    [
      "    <item>",
      `      ${element("title", title)}`,
      `      ${element("link", url)}`,
      `      <guid isPermaLink="true">${escapeXml(url)}</guid>`,
      `      ${element("pubDate", moment(date))}`,
      `      ${element("description", summary)}`,
      ...(author === undefined ? [] : [`      ${element("dc:creator", author)}`]),
      ...(image === undefined ? [] : [`      ${media(image)}`]),
      "    </item>",
    ].join("\n"),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">',
    "  <channel>",
    `    ${element("title", feed.title)}`,
    `    ${element("link", feed.home)}`,
    `    ${element("description", feed.summary)}`,
    "    <language>en</language>",
    ...feed.items.slice(0, 1).map(({ date }) => `    ${element("lastBuildDate", moment(date))}`),
    `    <atom:link href="${escapeXml(feed.self)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    "  </channel>",
    "</rss>",
    "",
  ].join("\n");
}
