import { once } from "#app/lib/once.ts";
import {
  plainText,
  readMarkdown,
  type Block,
  type Document,
  type Inline,
} from "./queries/markdown.ts";

// The texts become part of the server's bundle when it is built; nothing of this reaches the browser's.
const pageFiles = import.meta.glob<string>("../../../content/pages/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const postFiles = import.meta.glob<string>("../../../content/blog/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

export type TextPage = { title: string; lead: Inline[]; description: string; blocks: Block[] };
export type PostSummary = {
  slug: string;
  /** Day of publication, e.g. 2026-11-21. */
  date: string;
  title: string;
  description: string;
};
export type Post = PostSummary & TextPage;

const fileName = (path: string) => path.replace(/^.*\//, "").replace(/\.md$/, "");

function textPage({ title, lead, blocks }: Document): TextPage {
  return { title, lead, description: plainText(lead), blocks };
}

function readPost([path, source]: [string, string]): Post {
  const [, date, slug] = /^(\d{4}-\d\d-\d\d)-([a-z0-9-]+)$/.exec(fileName(path)) ?? [];
  if (slug === undefined) throw new Error(`${path}: the name must be YYYY-MM-DD-slug.md`);
  return { slug, date, ...textPage(readMarkdown(path, source)) };
}

// Reading Markdown takes 3 MB.
const pages = once(
  (): ReadonlyMap<string, TextPage> =>
    new Map(
      Object.entries(pageFiles).map(
        ([path, source]) => [fileName(path), textPage(readMarkdown(path, source))] as const,
      ),
    ),
);
const newestFirst = once((): readonly Post[] =>
  Object.entries(postFiles)
    .map(readPost)
    .toSorted((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug)),
);

/** The same text with the site's own name wherever it says {site}, and the operator's address at {contact}. */
function named<T>(text: T, appName: string, contact?: string): T {
  const address = contact === undefined ? "" : ` or at ${contact}`;
  const value: unknown = JSON.parse(JSON.stringify(text), (_key, part: unknown) =>
    typeof part === "string"
      ? part.replaceAll("{site}", () => appName).replaceAll("{contact}", () => address)
      : part,
  );
  return value as T;
}

/** The page at /pages/{name}; null when there is none. `contact`: CONTACT_EMAIL. See docs/product.md 2.1. */
export function pageByName(name: string, appName: string, contact?: string): TextPage | null {
  return named(pages().get(name) ?? null, appName, contact);
}

/** Every post, the newest first. */
export function allPosts(appName: string): PostSummary[] {
  return named(
    newestFirst().map(({ slug, date, title, description }) => ({ slug, date, title, description })),
    appName,
  );
}

/** The post at /blog/{slug}; null when there is none. */
export function postBySlug(slug: string, appName: string): Post | null {
  return named(newestFirst().find((post) => post.slug === slug) ?? null, appName);
}
