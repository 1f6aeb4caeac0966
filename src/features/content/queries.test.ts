import { existsSync } from "node:fs";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePrompt } from "@echoform/sketch/prompt";
import { allPosts, pageByName, postBySlug } from "./queries.ts";
import { guidePicture } from "#app/rules/guide-picture.ts";
import { readMarkdown, type Block } from "./queries/markdown.ts";

const blogFolder = new URL("../../../content/blog/", import.meta.url);

function promptsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === "prompt" ? [block.text] : []));
}

test.each(["about", "privacy", "terms", "changelog", "prompt-guide", "security"])(
  "RT-07 the page %s has a title, a description and a body",
  (name) => {
    const page = pageByName(name, "Echoform");
    expect(page?.title).toMatch(/\S/);
    expect(page?.description.length).toBeGreaterThan(40);
    expect(page?.blocks.length).toBeGreaterThan(2);
  },
);

test("B39 the changelog speaks to visitors, not of the program's inside", () => {
  const text = JSON.stringify(pageByName("changelog", "Echoform"));
  expect(text).not.toMatch(/\b(?:kB|axe|API|npm|script|query|index|cursor|worker|endpoint)\b|`/);
});

test("there is no page of another name", () => {
  expect(pageByName("no-such-page", "Echoform")).toBeNull();
});

test("every file of the blog is a post, the newest first", () => {
  const posts = allPosts("Echoform");
  const files = readdirSync(blogFolder).filter((name) => name.endsWith(".md"));
  expect(posts.length).toBe(files.length);
  expect(posts.length).toBeGreaterThanOrEqual(3);
  const dates = posts.map((post) => post.date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  for (const { slug, date, title } of posts) {
    expect(files).toContain(`${date}-${slug}.md`);
    expect(postBySlug(slug, "Echoform")?.title).toBe(title);
  }
});

test("the site's name stands where the texts leave it open, whatever it holds", () => {
  const page = pageByName("about", "A $& B");
  expect(page?.title).toBe("About A $& B");
  expect(JSON.stringify(page)).not.toContain("{site}");
});

test("RT-07 privacy and terms name the operator's address where it is set, and the form always", () => {
  for (const name of ["privacy", "terms"]) {
    const bare = JSON.stringify(pageByName(name, "Echoform"));
    expect(bare).toContain('"to":"/contact"');
    expect(bare).not.toContain("{contact}");
    const named = JSON.stringify(pageByName(name, "Echoform", "hello@example.org"));
    expect(named).toContain(" or at hello@example.org");
  }
});

test("RT-07 every pictured example of the guide has its picture", () => {
  const blocks = pageByName("prompt-guide", "Echoform")?.blocks ?? [];
  const pictured = blocks.flatMap((block) =>
    block.kind === "prompt" && block.pictured ? [block.text] : [],
  );
  expect(pictured.length).toBeGreaterThanOrEqual(12);
  const missing = pictured.filter((text) => {
    return !existsSync(new URL(`../../../public${guidePicture(text)}`, import.meta.url));
  });
  expect(missing).toEqual([]);
});

test("Sketch understands every word of every example in the prompt guide", () => {
  const prompts = promptsOf(pageByName("prompt-guide", "Echoform")?.blocks ?? []);
  expect(prompts.length).toBeGreaterThanOrEqual(12);
  const ignored = prompts.map((prompt) => [prompt, parsePrompt(prompt, { seed: 3 }).ignored]);
  expect(ignored).toEqual(prompts.map((prompt) => [prompt, []]));
});

test("Markdown becomes blocks; raw HTML stays text", () => {
  const { title, lead, blocks } = readMarkdown(
    "a.md",
    [
      "# Title",
      "The **lead** & a [link](/blog).",
      "## Two words",
      "## Two words",
      "- one `code`",
      "- two",
      "",
      "<script>alert(1)</script>",
      "",
      "```prompt\nA lake\n```",
      "",
      "| a | b |\n| - | - |\n| 1 | <b>2</b> |",
    ].join("\n"),
  );
  expect(title).toBe("Title");
  expect(lead).toEqual([
    { kind: "text", text: "The " },
    { kind: "strong", children: [{ kind: "text", text: "lead" }] },
    { kind: "text", text: " & a " },
    { kind: "link", to: "/blog", children: [{ kind: "text", text: "link" }] },
    { kind: "text", text: "." },
  ]);
  expect(blocks.map((block) => (block.kind === "heading" ? block.id : block.kind))).toEqual([
    "two-words",
    "two-words-2",
    "list",
    "paragraph",
    "prompt",
    "table",
  ]);
  expect(blocks[3]).toEqual({
    kind: "paragraph",
    children: [{ kind: "text", text: "<script>alert(1)</script>" }],
  });
});

test.each([
  ["without a title", "Just words", /first line must be a heading/],
  ["with a picture, which pages do not show", "# T\n\n![a](b.png)", /kind "image"/],
])("a text %s is refused with its name", (_what, source, message) => {
  expect(() => readMarkdown("some.md", source)).toThrow(message);
  expect(() => readMarkdown("some.md", source)).toThrow(/^some\.md: /);
});
