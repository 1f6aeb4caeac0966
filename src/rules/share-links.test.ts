import { expect, test } from "vitest";
import { embedSnippet, shareLinks } from "./share-links.ts";

const shared = {
  page: "https://echoform.example/i/lake-1a2b3c4d",
  image: "https://img.echoform.example/i/800x0/q75/lake-1a2b3c4d.jpg",
  title: 'Lake & "moon" <night>',
  creator: "Ada",
};

test("DL-01 each share link contains the page, Twitter's a text, Pinterest's the picture", () => {
  const queries = shareLinks(shared).map(({ name, href }) => {
    const { host, searchParams } = new URL(href);
    return { name, host, query: Object.fromEntries(searchParams) };
  });
  const text = 'Lake & "moon" <night>, by Ada';
  expect(queries).toEqual([
    { name: "Facebook", host: "www.facebook.com", query: { u: shared.page } },
    { name: "Twitter", host: "twitter.com", query: { url: shared.page, text } },
    {
      name: "Pinterest",
      host: "www.pinterest.com",
      query: { url: shared.page, media: shared.image, description: text },
    },
  ]);
});

test("DL-01 the embed snippet is one image, with its text escaped", () => {
  expect(embedSnippet(shared)).toBe(
    '<img src="https://img.echoform.example/i/800x0/q75/lake-1a2b3c4d.jpg" ' +
      'alt="Lake &amp; &quot;moon&quot; &lt;night&gt;">',
  );
});
