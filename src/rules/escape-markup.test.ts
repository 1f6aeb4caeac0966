import { expect, test } from "vitest";
import { escapeMarkup, escapeXml } from "./escape-markup.ts";

test("text stays text in an element and in an attribute of either quotes", () => {
  expect(escapeMarkup(`<b a="1" c='2'>&amp;</b>`)).toBe(
    "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;",
  );
});

test("characters that XML cannot hold are left out, white space stays", () => {
  expect(escapeXml("a\u0000b\u0008c\td\ne\u001f\uffff & f")).toBe("abc\td\ne &amp; f");
});
