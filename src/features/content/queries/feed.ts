/** What a feed says of one post; addresses are absolute. */
export type FeedItem = { title: string; url: string; date: string; summary: string };

export type Feed = {
  title: string;
  summary: string;
  /** Where the posts are read. */
  home: string;
  /** Where the feed itself is. */
  self: string;
  items: readonly FeedItem[];
};

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escaped(text: string): string {
  // Characters below the space, but for tab and line ends, cannot be written in XML at all.
  // oxlint-disable-next-line no-control-regex
  const allowed = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return allowed.replaceAll(/[&<>"']/g, (one) => entities[one]);
}

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;

/** The day of a post as RSS writes it, at midnight UTC. */
const day = (date: string) => new Date(`${date}T00:00:00Z`).toUTCString();

/** The feed as RSS 2.0. */
export function rssOf(feed: Feed): string {
  const items = feed.items.map(({ title, url, date, summary }) =>
    [
      "    <item>",
      `      ${element("title", title)}`,
      `      ${element("link", url)}`,
      `      <guid isPermaLink="true">${escaped(url)}</guid>`,
      `      ${element("pubDate", day(date))}`,
      `      ${element("description", summary)}`,
      "    </item>",
    ].join("\n"),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    "  <channel>",
    `    ${element("title", feed.title)}`,
    `    ${element("link", feed.home)}`,
    `    ${element("description", feed.summary)}`,
    "    <language>en</language>",
    ...feed.items.slice(0, 1).map(({ date }) => `    ${element("lastBuildDate", day(date))}`),
    `    <atom:link href="${escaped(feed.self)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    "  </channel>",
    "</rss>",
    "",
  ].join("\n");
}
