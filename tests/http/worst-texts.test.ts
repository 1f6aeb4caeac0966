import { afterAll, beforeAll, expect, test } from "vitest";
import { untilTaken } from "../harness/patience.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { bodyWith, routesOf, type Document, type Field, type Route } from "./worst-texts/fields.ts";
import { fitsHeader, inAddress, worstTexts } from "./worst-texts/strings.ts";
import { someThings, type Things } from "./worst-texts/things.ts";

/**
 * The worst texts in every field of every route that the API describes. A route is covered as soon as it is described,
 * which tests/http/openapi.test.ts ensures.
 */

let server: TestServer;
let things: Things;
let routes: Route[];
beforeAll(async () => {
  server = await testServer(undefined, { roles: ["web", "images"] });
  things = await someThings(server);
  routes = routesOf((await (await server.fetch("/api/openapi.json")).json()) as Document);
});
afterAll(() => server.close());

const formType = "application/x-www-form-urlencoded";
const formOf = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${inAddress(name)}=${inAddress(String(value))}`)
    .join("&");

/** A valid request, except for the text in one field. */
function requestWith(
  route: Route,
  field: Field,
  text: string,
): [address: string, init: RequestInit] {
  const { path, method, others, body, bodyType } = route;
  const headers = new Headers();
  const query: string[] = [];
  let address = path;
  const put = (at: string, name: string, value: string) => {
    if (at === "path") address = address.replace(`{${name}}`, inAddress(value));
    if (at === "query") query.push(`${name}=${inAddress(value)}`);
    if (at === "header") headers.set(name, value);
  };
  for (const { name, in: at, schema = {} } of others) {
    const isTested = field.at === at && field.name === name;
    if (!isTested) put(at, name, String(things.sample(path, name, schema)));
  }
  if (field.at !== "body") put(field.at, field.name, text);
  const init: RequestInit = { method: method.toUpperCase(), headers, redirect: "manual" };
  if (body !== null) {
    const way = field.at === "body" ? field.way : null;
    const sample = things.sample.bind(null, path);
    const filled = bodyWith(body, way, text, sample);
    init.body = bodyType === formType ? formOf(filled as object) : JSON.stringify(filled);
    headers.set("content-type", bodyType ?? "application/json");
  }
  return [query.length > 0 ? `${address}?${query.join("&")}` : address, init];
}

/** Whoever signs in ends the session that the browser had: such a request has none. */
const askerOf = ({ path }: Route) =>
  /\/sign-(?:in|up)|first-admin/.test(path) ? server : things.admin;

async function statusOf(route: Route, field: Field, text: string): Promise<number> {
  const [address, init] = requestWith(route, field, text);
  // A busy machine refuses a sign-in that would wait too long, whatever its texts are.
  const answer = await untilTaken(() => askerOf(route).fetch(address, init));
  // An event stream has no end.
  if (answer.headers.get("content-type")?.startsWith("text/event-stream")) {
    await answer.body?.cancel();
    return answer.status;
  }
  const content = await answer.text();
  if (answer.status === 202) await things.cancel((JSON.parse(content) as { id: string }).id);
  return answer.status;
}

/** Texts for a field: all of them if it is a text field, else the worst ones. */
function textsFor(field: Field): readonly string[] {
  if (field.at === "header") return worstTexts.filter(fitsHeader);
  return field.at === "body" && !field.takesText ? worstTexts.slice(0, 12) : worstTexts;
}

/** Whether it has NUL, or half a character. */
const isIllFormed = (text: string) => text.includes("\0") || !text.isWellFormed();

/**
 * Whether nothing is said about a text: what the extensions of passkeys say is dropped, and a report of the policy has one
 * answer, also where it is dropped.
 */
const isDropped = ({ path }: Route, field: Field) =>
  path === "/api/csp-report" || nameOf(field).startsWith("response.clientExtensionResults.");

const shown = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
const nameOf = (field: Field) =>
  field.at === "body" ? field.way.join(".") : `${field.at} ${field.name}`;
const isRefused = (status: number | string) =>
  typeof status === "number" && status >= 400 && status < 500;
/** Number of concurrent requests. */
const atOnce = 6;

/** The requests that were answered as they must not be, with each text in one field. */
async function failuresOf(
  route: Route,
  field: Field,
  texts: readonly string[] = textsFor(field),
  isGood = (status: number) => status < 500,
): Promise<string[]> {
  const failures: string[] = [];
  await things.restore();
  for (let from = 0; from < texts.length; from += atOnce) {
    let mayHaveChanged = false;
    const batch = texts.slice(from, from + atOnce).map(async (text) => {
      const status = await statusOf(route, field, text).catch((error: unknown) => String(error));
      mayHaveChanged ||= route.method !== "get" && !isRefused(status);
      if (typeof status === "number" && isGood(status)) return;
      failures.push(`${route.method} ${route.path} ${nameOf(field)} ${shown(text)}: ${status}`);
    });
    await Promise.all(batch);
    if (mayHaveChanged) await things.restore();
  }
  return failures;
}

/** Parts of about equal length: a test of all fields of a method would take minutes on a busy machine. */
const parts = { get: 3, post: 5, put: 1, patch: 3, delete: 1 } as const;
const cases = Object.entries(parts).flatMap(([method, of]) =>
  Array.from({ length: of }, (_, part) => [method, part + 1, of] as const),
);

test.each(cases)(
  "no text in any field makes a %s of the API answer 5xx or break the connection, part %i of %i",
  async (method, part, of) => {
    const fields = routes
      .filter((route) => route.method === method)
      .flatMap((route) => route.fields.map((field) => ({ route, field })));
    expect(fields.length).toBeGreaterThan(of);
    const failures: string[] = [];
    for (const [index, { route, field }] of fields.entries()) {
      if (index % of === part - 1) failures.push(...(await failuresOf(route, field)));
    }
    expect(failures).toEqual([]);
  },
);

test("NUL and half a character are refused in every text of a body, in the names and values of records too", async () => {
  const texts = worstTexts.filter(isIllFormed).slice(2, 4);
  expect(texts).toEqual(["ends with nul\0", "\ud800"]);
  const failures: string[] = [];
  for (const route of routes) {
    for (const field of route.fields) {
      if (field.at !== "body" || !field.takesText || isDropped(route, field)) continue;
      failures.push(...(await failuresOf(route, field, texts, (status) => status === 400)));
    }
  }
  expect(failures).toEqual([]);
});

test("invalid UTF-8 is refused by every route that accepts JSON", async () => {
  const taking = routes.filter(({ body }) => body !== null);
  expect(taking.length).toBeGreaterThan(30);
  const others: string[] = [];
  for (const route of taking) {
    await things.restore();
    const [address, init] = requestWith(route, { at: "header", name: "x-none" }, "x");
    const sent = init.body as string;
    const text =
      route.bodyType === formType
        ? `${sent}&title=\u00ff`
        : sent.replace(/\}$/, `,"title":"\u00ff"}`).replace("{,", "{");
    const answer = await things.admin.fetch(address, {
      ...init,
      body: Buffer.from(text, "latin1"),
    });
    await answer.text();
    if (answer.status !== 400) others.push(`${route.method} ${route.path}: ${answer.status}`);
  }
  expect(others).toEqual([]);
});

test("the fields are found at every depth", () => {
  const fieldsOf = (method: string, path: string) =>
    routes.find((route) => route.method === method && route.path === path)?.fields.map(nameOf);
  expect(fieldsOf("patch", "/api/collections/{id}/items/{pictureId}")).toEqual([
    "path id",
    "path pictureId",
    "before",
  ]);
  expect(fieldsOf("post", "/api/generate")).toEqual(
    expect.arrayContaining([
      "header Idempotency-Key",
      "prompt",
      "source.pictureId",
      "source.uploadId",
    ]),
  );
  expect(fieldsOf("patch", "/api/picture/{id}")).toContain("tags.0");
  expect(fieldsOf("post", "/api/generate")).toEqual(
    expect.arrayContaining(["params.medium", "params.1"]),
  );
  expect(fieldsOf("post", "/api/grids")).toEqual(
    expect.arrayContaining(["cast.params.medium", "cast.params.1"]),
  );
  expect(worstTexts.length).toBeGreaterThanOrEqual(60);
});
