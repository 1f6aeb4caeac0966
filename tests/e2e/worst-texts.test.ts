import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBuild, type PageBuild } from "#app/roles/pages.ts";
import { inAddress, worstTexts } from "../http/worst-texts/strings.ts";
import { someThings, type Things } from "../http/worst-texts/things.ts";
import { filledWith, pagePatterns } from "../harness/all-pages.ts";
import { testServer, type TestServer } from "../harness/server.ts";

/**
 * The worst texts in the path and in every query parameter of every page, as HTML and as data alone, and in forms that are
 * sent without script: what the API refuses is not stored by this way either.
 */

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
    // Several at once: ["source", "upload"].map((key) => query.get(key)).
    const list = /\[((?:\s*"[\w-]+",?)+)\s*\]\.map\(\s*\(key\) =>\s*\w+\.get\(key\)/g;
    for (const [, keys] of text.matchAll(list)) {
      for (const [, name] of keys.matchAll(/"([\w-]+)"/g)) names.add(name);
    }
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

/** @param unwanted what no answer may contain */
async function failureOf(address: string, unwanted?: RegExp): Promise<string | null> {
  try {
    const answer = await things.admin.fetch(address, { redirect: "manual" });
    const body = await answer.text();
    const found = unwanted?.exec(body);
    if (found) return `${address.slice(0, 120)}: ${found[0]}`;
    return answer.status < 500 ? null : `${address.slice(0, 120)}: ${answer.status}`;
  } catch (error) {
    return `${address.slice(0, 120)}: ${String(error)}`;
  }
}

const asData = (address: string) => (address === "/" ? "/_root.data" : `${address}.data`);

async function failuresOf(addresses: readonly string[], unwanted?: RegExp): Promise<string[]> {
  const failures: string[] = [];
  for (let from = 0; from < addresses.length; from += 6) {
    const some = addresses.slice(from, from + 6);
    const found = await Promise.all(some.map((address) => failureOf(address, unwanted)));
    failures.push(...found.filter((one) => one !== null));
  }
  return failures;
}

test("no text in all query parameters at once makes a page answer 5xx", async () => {
  const names = queryNames();
  expect(names).toEqual(
    expect.arrayContaining(["q", "cursor", "next", "prompt", "kit", "feed", "error"]),
  );
  const readTogether = ["source", "upload", "cast", "reuse", "like", "reference", "grid"];
  expect(names).toEqual(expect.arrayContaining([...readTogether, "invoices"]));
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

test("a text that is cut in the middle of a character makes no page answer 5xx or half a character, in any query parameter", async () => {
  // With an even and an odd number of units before it, every cut is within a character of one of the two. NUL is refused
  // for all pages alike.
  const texts = ["((", "((x"].map((before) => inAddress(before + "🧨".repeat(400)));
  const names = queryNames();
  const addresses = patterns().flatMap((pattern) =>
    names.flatMap((name) => texts.map((text) => `${asData(filled(pattern))}?${name}=${text}`)),
  );
  // Whole characters are sent as they are; a half can only be spelled.
  expect(await failuresOf(addresses, /\\ud[89a-f][0-9a-f]{2}/i)).toEqual([]);
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

type Form = {
  address: string;
  /** The field that gets the text. */
  field: string;
  others: Readonly<Record<string, string>>;
  /** Everything that the form has stored. */
  stored: () => Promise<unknown[]>;
};

const forms: Record<string, Form> = {
  "a message to the operator": {
    address: "/contact/idea",
    field: "body",
    others: {},
    stored: () => server.services.db.selectFrom("messages").select("body").execute(),
  },
  "the profile": {
    address: "/dashboard/profile",
    field: "bio",
    others: { form: "profile", name: "Bea Winter" },
    stored: () =>
      server.services.db.selectFrom("users").select("bio").where("bio", "is not", null).execute(),
  },
  "a sign-up": {
    address: "/login?tab=signup",
    field: "name",
    others: { email: "worst@example.org", password: "lantern-orchid-47" },
    stored: () =>
      server.services.db
        .selectFrom("users")
        .select("name")
        .where("email", "=", "worst@example.org")
        .execute(),
  },
};

const escaped = (bytes: Buffer) =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const urlencoded = "application/x-www-form-urlencoded";

/** The ways in which a program can send the fields of a form. */
const ways: Record<
  string,
  (fields: [string, Buffer][]) => { type: string; body: Buffer<ArrayBuffer> }
> = {
  "with escapes": (fields) => ({
    type: urlencoded,
    body: Buffer.from(fields.map(([name, value]) => `${name}=${escaped(value)}`).join("&")),
  }),
  "as bytes": (fields) => ({
    type: urlencoded,
    body: Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from(`&${name}=`), value])),
  }),
  "in parts": (fields) => ({
    type: "multipart/form-data; boundary=x",
    body: Buffer.concat([
      ...fields.flatMap(([name, value]) => [
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
        value,
        Buffer.from("\r\n"),
      ]),
      Buffer.from("--x--\r\n"),
    ]),
  }),
};

async function send({ address, field, others }: Form, way: string, text: Buffer): Promise<number> {
  const fields = Object.entries(others).map(([name, value]): [string, Buffer] => [
    name,
    Buffer.from(value),
  ]);
  const { type, body } = ways[way]([...fields, [field, text]]);
  const headers = { "content-type": type, origin: server.url };
  const sender = address.startsWith("/login") ? server : things.admin;
  const request = { method: "POST", headers, body, redirect: "manual" } as const;
  const answer = await sender.fetch(address, request);
  await answer.text();
  return answer.status;
}

const refused = {
  NUL: Buffer.from("a\0b"),
  "half a character": Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]),
  "a byte that is no UTF-8": Buffer.from([0x61, 0xff, 0x62]),
  "a character that is cut": Buffer.from("a🧨").subarray(0, 4),
};

test.each(
  Object.keys(forms).flatMap((form) => Object.keys(ways).map((way) => [form, way] as const)),
)(
  "%s that is sent %s with text that is none answers 400, and nothing is stored",
  async (form, way) => {
    const before = await forms[form].stored();
    const statuses: Record<string, number> = {};
    for (const [what, text] of Object.entries(refused)) {
      statuses[what] = await send(forms[form], way, text);
    }
    expect(statuses).toEqual(Object.fromEntries(Object.keys(refused).map((what) => [what, 400])));
    expect(await forms[form].stored()).toEqual(before);
  },
);

test.each(Object.keys(ways))("unusual text that is sent %s is stored as it is", async (way) => {
  const form = forms["a message to the operator"];
  const text = `100 % of \ufffd and 🧨, ${way}`;
  expect(await send(form, way === "as bytes" ? "with escapes" : way, Buffer.from(text))).toBe(303);
  expect(await form.stored()).toContainEqual({ body: text });
});
