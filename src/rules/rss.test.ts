import { expect, test } from "vitest";
import { rssOf } from "./rss.ts";

const feed = { title: "Site blog", summary: "S", home: "https://a.b/blog", self: "https://a.b/f" };

test("texts cannot end their element, and what XML cannot hold is left out", () => {
  const item = {
    title: "</title><script> & \"quotes\" 'too' \u0007",
    url: "https://a.b/blog/x?y=1&z=2",
    date: "2026-11-20",
    summary: "]]> & <b>",
  };
  const text = rssOf({ ...feed, items: [item] });
  expect(text).toContain(
    "<title>&lt;/title&gt;&lt;script&gt; &amp; &quot;quotes&quot; &#39;too&#39; </title>",
  );
  expect(text).toContain("<link>https://a.b/blog/x?y=1&amp;z=2</link>");
  expect(text).toContain("<pubDate>Fri, 20 Nov 2026 00:00:00 GMT</pubDate>");
  expect(text).toContain("<description>]]&gt; &amp; &lt;b&gt;</description>");
  expect(text).not.toContain("\u0007");
});

test("a feed without posts names no date", () => {
  expect(rssOf({ ...feed, items: [] })).not.toMatch(/<item>|lastBuildDate/);
});

test("IM-08 a picture has its moment, its creator and its image", () => {
  const text = rssOf({
    ...feed,
    items: [
      {
        title: "Lake",
        url: "https://a.b/i/lake",
        date: "2026-11-20T10:11:12.000Z",
        summary: "",
        author: "Ada & Co",
        image: { url: "https://a.b/i/800x0/q75/lake.jpg?a&b", width: 800, height: 600 },
      },
    ],
  });
  expect(text).toContain("<pubDate>Fri, 20 Nov 2026 10:11:12 GMT</pubDate>");
  expect(text).toContain("<dc:creator>Ada &amp; Co</dc:creator>");
  expect(text).toContain(
    '<media:content url="https://a.b/i/800x0/q75/lake.jpg?a&amp;b" medium="image" type="image/jpeg" width="800" height="600"/>',
  );
});
