import { afterAll, beforeAll, expect, test } from "vitest";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { listLimits } from "#app/rules/prompt-template.ts";

let server: TestServer;
let member: SignedUp;
beforeAll(async () => {
  server = await testServer();
  member = await server.signUp("Ines Varga");
});
afterAll(() => server.close());

async function ask(method: string, path: string, json?: unknown) {
  const answer = await member.fetch(path, {
    method,
    headers: { "content-type": "application/json" },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

test("lists of words are made, renamed, changed, deleted and made again", async () => {
  const made = await ask("POST", "/api/word-lists", {
    name: "Hair-Colour",
    words: [" red ", "{a|b}"],
  });
  expect(made).toMatchObject({
    status: 201,
    body: { name: "hair-colour", words: ["red", "{a|b}"] },
  });
  const { id } = made.body as { id: string };
  const taken = await ask("POST", "/api/word-lists", { name: "HAIR-colour", words: ["x"] });
  expect(taken).toMatchObject({ status: 400, body: { errors: [{ path: "name", code: "taken" }] } });
  const renamed = await ask("PATCH", `/api/word-lists/${id}`, { name: "hair", words: ["grey"] });
  expect(renamed.body).toMatchObject({ name: "hair", words: ["grey"] });
  expect((await ask("GET", "/api/word-lists")).body).toEqual({ items: [renamed.body] });
  expect((await ask("DELETE", `/api/word-lists/${id}`)).status).toBe(204);
  expect((await ask("DELETE", `/api/word-lists/${id}`)).status).toBe(404);
  expect((await ask("GET", "/api/word-lists")).body).toEqual({ items: [] });
});

test.each([
  [{ name: "two words", words: ["a"] }, "name"],
  [{ name: "a__b", words: ["a"] }, "name"],
  [{ name: "x", words: [] }, "words"],
  [{ name: "x", words: ["ok", "{a|b"] }, "words.1"],
  [{ name: "x", words: Array.from({ length: 201 }, () => "a") }, "words"],
])("%j is refused at %s", async (json, path) => {
  const refused = await ask("POST", "/api/word-lists", json);
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path }] } });
});

test("there is a most that can be kept, and others' lists are not there", async () => {
  const names = Array.from({ length: listLimits.lists }, (_, n) => `list-${n}`);
  for (const name of names) await ask("POST", "/api/word-lists", { name, words: ["a"] });
  const more = await ask("POST", "/api/word-lists", { name: "more", words: ["a"] });
  expect(more).toMatchObject({ status: 409 });
  const other = await server.signUp("Jon Aas");
  const lists = (await ask("GET", "/api/word-lists")).body as { items: { id: string }[] };
  const taken = await other.fetch(`/api/word-lists/${lists.items[0].id}`, { method: "DELETE" });
  expect(taken.status).toBe(404);
});
