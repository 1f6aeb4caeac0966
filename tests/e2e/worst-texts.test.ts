import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBuild, type PageBuild } from "#app/roles/pages.ts";
import { inAddress, worstTexts } from "../http/worst-texts/strings.ts";
import { someThings, type Things } from "../http/worst-texts/things.ts";
import { filledWith, pagePatterns } from "../harness/all-pages.ts";
import { testServer, type TestServer } from "../harness/server.ts";

/** The worst texts in the path and in every query parameter of every page, as HTML and as data alone. */

const root = fileURLToPath(new URL("../..", import.meta.url));
let build: PageBuild;
let server: TestServer;
let things: Things;
beforeAll(async () => {
  const built = await loadBuild(root);
  build = built.build;
  server = await testServer(undefined, { roles: ["web"], pages: built });
  things = await someThings(server);
});
afterAll(() => server.close());

/** Every query parameter that a page or its parts read. */
function queryNames(): string[] {
  const names = new Set<string>();
  for (const file of readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })) {
    if (!/^(?:pages|features|shell|rules)\/.*\.tsx?$/.test(file) || file.includes(".test."))
      continue;
    const text = readFileSync(path.join(root, "src", file), "utf8");
    const read = /\b(?:searchParams|query|given|params)\.(?:get|has|getAll)\("([\w-]+)"\)/g;
    for (const [, name] of text.matchAll(read)) names.add(name);
    // Pages that validate their query with the API's schema.
    if (!/\/inputs(?:\.ts|\/)/.test(file)) continue;
    for (const [, schema] of text.matchAll(/Query = z\.strictObject\(\{(.*?)\n\}\)/gs)) {
      for (const [, name] of schema.matchAll(/^ {2}(\w+)[:,]/gm)) names.add(name);
    }
  }
  return [...names];
}

const patterns = () => pagePatterns(build);
const filled = (pattern: string) => filledWith(things)(pattern);

async function failureOf(address: string): Promise<string | null> {
  try {
    const answer = await things.admin.fetch(address, { redirect: "manual" });
    await answer.text();
    return answer.status < 500 ? null : `${address.slice(0, 120)}: ${answer.status}`;
  } catch (error) {
    return `${address.slice(0, 120)}: ${String(error)}`;
  }
}

const asData = (address: string) => (address === "/" ? "/_root.data" : `${address}.data`);

async function failuresOf(addresses: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  for (let from = 0; from < addresses.length; from += 6) {
    const found = await Promise.all(addresses.slice(from, from + 6).map(failureOf));
    failures.push(...found.filter((one) => one !== null));
  }
  return failures;
}

test("no text in all query parameters at once makes a page answer 5xx", async () => {
  const names = queryNames();
  expect(names).toEqual(
    expect.arrayContaining(["q", "cursor", "next", "prompt", "kit", "feed", "error"]),
  );
  const pages = patterns().map(filled);
  expect(pages.length).toBeGreaterThan(40);
  const addresses = pages.flatMap((page, n) =>
    worstTexts
      .filter((text) => text.length < 100)
      .map((text, m) => {
        const query = names.map((name) => `${name}=${inAddress(text)}`).join("&");
        return `${(n + m) % 3 === 0 ? page : asData(page)}?${query}`;
      }),
  );
  expect(await failuresOf(addresses)).toEqual([]);
});

test("a text that is cut in the middle of a character makes no page answer 5xx, in any query parameter", async () => {
  // Cut in the middle of a character, which no list contains. NUL is refused for all pages alike.
  const text = inAddress(`(((x${"🧨".repeat(400)}`);
  const names = queryNames();
  const addresses = patterns().flatMap((pattern) =>
    names.map((name) => `${asData(filled(pattern))}?${name}=${text}`),
  );
  expect(await failuresOf(addresses)).toEqual([]);
});

test("no text in the path makes a page answer 5xx", async () => {
  const withParts = patterns().filter((pattern) => /[:*]/.test(pattern));
  expect(withParts.length).toBeGreaterThan(5);
  const addresses = withParts.flatMap((pattern) =>
    [...pattern.matchAll(/:(\w+)\??|\*/g)].flatMap(([part]) =>
      worstTexts.flatMap((text) => {
        const prefix = part === ":handle" ? "@" : "";
        const page = filled(pattern.replace(part, () => "\u0001")).replace(
          "\u0001",
          () => prefix + inAddress(text),
        );
        return [page, asData(page)];
      }),
    ),
  );
  expect(await failuresOf(addresses)).toEqual([]);
});
