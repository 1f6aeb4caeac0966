import { existsSync, readFileSync } from "node:fs";

const root = new URL("../..", import.meta.url);
const named = /`((?:packages|scripts|src|tests)\/\S+\.test\.(?:ts|mjs))`(?: "([^"]+)")?/g;

/** The page at docs/NAME. */
export function docsPage(name: string): string {
  return readFileSync(new URL(`docs/${name}`, root), "utf8");
}

/**
 * The tests that a text names as `file` "title".
 * @returns how many they are, and those whose file or title does not exist
 */
export function namedTests(text: string): { count: number; missing: string[] } {
  const all = [...text.matchAll(named)].map(([, file, title]) => {
    const place = new URL(file, root);
    const source = existsSync(place) ? readFileSync(place, "utf8") : "";
    return { file, title, isThere: title !== undefined && source.includes(`"${title}"`) };
  });
  const missing = all.filter(({ isThere }) => !isThere);
  return { count: all.length, missing: missing.map(({ file, title }) => `${file} ${title}`) };
}
