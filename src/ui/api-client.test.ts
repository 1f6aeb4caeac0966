import { Hono } from "hono";
import { expect, test } from "vitest";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import type { AppEnv } from "#app/lib/http.ts";
import { addressOf, apiClient } from "./api-client.ts";

const tag = "test";
const answers = { 200: { description: "A thing" } };
const query = z.strictObject({ limit: z.coerce.number().optional(), kind: z.enum(["a", "b"]) });
const body = { schema: z.strictObject({ name: z.string() }) };

const thingDocs = described({ tag, summary: "One", query, answers });
const nameDocs = described({ tag, summary: "Names it", body, answers });

const routes = () =>
  new Hono<AppEnv>()
    .get("/api/things/:id", thingDocs, (c) => c.json({ id: c.req.param("id"), likes: 3 }))
    .post("/api/things/:id/name", nameDocs, (c) => c.json({ at: new Date(0) }));

const api = apiClient<ReturnType<typeof routes>>();
const param = { id: "1" };

test("the compiler rejects calls without a matching route", () => {
  const calls = {
    right: () => api.get("/api/things/:id", { param, query: { kind: "a", limit: 2 } }),
    named: () => api.post("/api/things/:id/name", { param, json: { name: "Lake" } }),
    // @ts-expect-error -- no route has this path
    path: () => api.get("/api/thing/:id", { param, query: { kind: "a" } }),
    // @ts-expect-error -- the path answers GET, not DELETE
    method: () => api.delete("/api/things/:id", { param }),
    // @ts-expect-error -- the parameter of the path is missing
    param: () => api.post("/api/things/:id/name", { json: { name: "Lake" } }),
    // @ts-expect-error -- the query must have a kind
    query: () => api.get("/api/things/:id", { param, query: {} }),
    // @ts-expect-error -- the schema has no kind "c"
    value: () => api.get("/api/things/:id", { param, query: { kind: "c" } }),
    // @ts-expect-error -- the schema has no such key
    key: () => api.get("/api/things/:id", { param, query: { kind: "a", size: 1 } }),
    // @ts-expect-error -- the body must have a name
    body: () => api.post("/api/things/:id/name", { param, json: {} }),
    // @ts-expect-error -- this route takes no body
    unasked: () => api.get("/api/things/:id", { param, query: { kind: "a" }, json: {} }),
    answer: async () => {
      const answer = await api.get("/api/things/:id", { param, query: { kind: "b" } });
      if (!answer.ok) return;
      const { id, likes } = answer.data satisfies { id: string; likes: number };
      // @ts-expect-error -- the response has no such field
      void [id, likes, answer.data.name];
    },
    json: async () => {
      const answer = await api.post("/api/things/:id/name", { param, json: { name: "Lake" } });
      // JSON has dates as text.
      if (answer.ok) answer.data satisfies { at: string };
    },
  };
  expect(Object.keys(calls)).toHaveLength(12);
});

test("parameters and query are filled into a URL, and missing ones left out", () => {
  expect(addressOf("/api/things/:id/items/:item", { param: { id: "a/b", item: "c" } })).toBe(
    "/api/things/a%2Fb/items/c",
  );
  const given = { limit: 3, cursor: null, q: "", kind: "a b", shape: undefined };
  expect(addressOf("/api/things", { query: given })).toBe("/api/things?limit=3&kind=a+b");
});
