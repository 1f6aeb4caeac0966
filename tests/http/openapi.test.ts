import { afterAll, beforeAll, expect, test } from "vitest";
import { createLimits } from "#app/lib/rate-limit.ts";
import { createVariants } from "#app/features/delivery/http/variants.ts";
import { createApi } from "#app/roles/api.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

type Parameter = { name: string; in: string; required?: boolean; schema?: unknown };
type Operation = {
  summary?: string;
  tags?: string[];
  operationId?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: object }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
};

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let document: Document;
beforeAll(async () => {
  services = await testServices();
  server = await testServer(services, { roles: ["web"] });
  const answer = await server.fetch("/api/openapi.json");
  document = (await answer.json()) as Document;
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const asDocumented = (path: string) => path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");

function routes(): { method: string; path: string }[] {
  const api = createApi(services, {
    limits: createLimits(1000, services.pool),
    variants: createVariants(services),
    closing: new AbortController().signal,
  });
  const seen = api.routes.filter(({ method }) => method !== "ALL");
  return seen.map(({ method, path }) => ({ method: method.toLowerCase(), path }));
}

test("every route of the API is described: summary, tag, access, responses and the problem document", () => {
  const mounted = routes();
  expect(mounted.length).toBeGreaterThan(30);
  const bare = mounted.filter(({ method, path }) => {
    const found = document.paths[asDocumented(path)]?.[method];
    const { summary = "", tags = [], security, responses = {} } = found ?? {};
    const answers = Object.keys(responses).some((status) => /^[23]/.test(status));
    const refuses = JSON.stringify(responses["default"] ?? {}).includes(
      "#/components/schemas/Problem",
    );
    return summary === "" || tags.length !== 1 || security === undefined || !answers || !refuses;
  });
  expect(bare).toEqual([]);
});

test("a route without a description would be found", () => {
  expect(document.paths["/api/planted"]).toBeUndefined();
  expect(asDocumented("/api/generations/:id/preview/:index{[0-7]}")).toBe(
    "/api/generations/{id}/preview/{index}",
  );
});

test("the document is OpenAPI 3.1 and its operation names are unique", () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toMatchObject({ title: "Echoform API", version: "1" });
  const ids = operations().flatMap(({ operation }) => operation.operationId ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(document.components.securitySchemes)).toEqual(["session"]);
});

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner] : refsIn(inner),
  );
}

test("every $ref can be resolved", () => {
  const refs = [...new Set(refsIn(document))];
  expect(refs).toContain("#/components/schemas/Problem");
  const lost = refs.filter((ref) => {
    const steps = ref.replace(/^#\//, "").split("/");
    const found = steps.reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step],
      document,
    );
    return !ref.startsWith("#/") || found === undefined;
  });
  expect(lost).toEqual([]);
});

test("the parameters of every path are declared, once and as required", () => {
  const wrong = operations().filter(({ path, operation }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
    const inPath = (operation.parameters ?? []).filter((each) => each.in === "path");
    const declared = inPath.map(({ name }) => name).toSorted();
    const isFull = inPath.every(
      ({ required, schema }) => required === true && schema !== undefined,
    );
    return JSON.stringify(named) !== JSON.stringify(declared) || !isFull;
  });
  expect(wrong).toEqual([]);
});

test("every response is described, and every body and query field has a schema", () => {
  const wrong = operations().filter(({ operation }) => {
    const { responses = {}, requestBody, parameters = [] } = operation;
    const answers = Object.values(responses).every(({ description }) => Boolean(description));
    const bodies = Object.values(requestBody?.content ?? {}).every(({ schema }) => Boolean(schema));
    return !answers || !bodies || parameters.some(({ schema }) => schema === undefined);
  });
  expect(wrong).toEqual([]);
});

test("routes that need a session say so, and refuse guests with 401", async () => {
  const needing = operations().filter(
    ({ path, method, operation }) =>
      path.startsWith("/api/") &&
      method === "get" &&
      JSON.stringify(operation.security) === '[{"session":[]}]',
  );
  expect(needing.length).toBeGreaterThan(5);
  for (const { path } of needing) {
    const address = path.replaceAll(/\{index\}/g, "0").replaceAll(/\{\w+\}/g, crypto.randomUUID());
    expect([path, (await server.fetch(address)).status]).toEqual([path, 401]);
  }
});

test("the schemas are those that validate: limits of a cast and keys of a profile", () => {
  const schemaOf = (path: string, method: string) =>
    JSON.stringify(
      document.paths[path]?.[method]?.requestBody?.content["application/json"]?.schema,
    );
  expect(schemaOf("/api/generate", "post")).toContain('"maximum":8');
  expect(schemaOf("/api/profile", "patch")).toContain('"additionalProperties":false');
  const names = document.paths["/api/pictures"]?.["get"]?.parameters?.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["q", "sort", "shape", "color", "style", "cursor", "limit", "feed"]),
  );
});
