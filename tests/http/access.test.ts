import { afterAll, beforeAll, expect, test } from "vitest";
import { createLimits } from "#app/lib/rate-limit.ts";
import { createVariants } from "#app/features/delivery/http/variants.ts";
import { createApi } from "#app/roles/api.ts";
import { aPicture } from "../harness/factories.ts";
import { aDrawing } from "../harness/drawn-picture.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { unknownAdminAddresses, type Answer, type Thing } from "./access/kinds.ts";
import { engineRows } from "./access/engine-rows.ts";
import { varyRows } from "./access/vary-rows.ts";
import { apiRows as otherRows, isAccounts } from "./access/rows.ts";

/** Every route for every role: a new route without a row fails here. */
const apiRows = { ...otherRows, ...engineRows, ...varyRows };

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let people: Record<"member" | "other" | "admin", SignedUp>;
beforeAll(async () => {
  services = await testServices();
  server = await testServer(services, { roles: ["web"] });
  people = {
    member: await server.signUp("Mira"),
    other: await server.signUp("Otto"),
    admin: await server.signUp("Ada"),
  };
  await services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", people.admin.userId)
    .execute();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

async function made(address: string, body: object, headers = {}): Promise<string> {
  const answer = await people.member.fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const { id } = (await answer.json()) as { id?: string };
  if (id === undefined) throw new Error(`${address} answered ${answer.status}`);
  return id;
}

const things: Record<Thing, () => Promise<string>> = {
  async picture() {
    return (await aPicture(services, { id: people.member.userId }, { is_public: false })).id;
  },
  collection: () => made("/api/collections", { name: "Kept for myself" }),
  async cast() {
    // No worker is running: the cast is cancelled, so that the next one has its credits.
    const body = { prompt: "A lake", quality: "standard", aspect: "1:1", count: 1 };
    const id = await made("/api/generate", body, { "idempotency-key": crypto.randomUUID() });
    await people.member.fetch(`/api/generations/${id}/cancel`, { method: "POST" });
    return id;
  },
  list: () => made("/api/word-lists", { name: `d${crypto.randomUUID()}`, words: ["red"] }),
  kit: () =>
    made("/api/style-kits", { name: "Dusk", palette: [], material: "", lighting: "", camera: "" }),
  async upload() {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(await aDrawing("disc"))], "a.png"));
    const answer = await people.member.fetch("/api/uploads", { method: "POST", body: form });
    return ((await answer.json()) as { id: string }).id;
  },
  async mask() {
    const body = new Uint8Array(await aDrawing("disc"));
    const headers = { "content-type": "image/png" };
    const answer = await people.member.fetch("/api/masks", { method: "POST", headers, body });
    return ((await answer.json()) as { id: string }).id;
  },
  message: () => made("/api/contact", { kind: "contact", body: "Hello" }),
};

function mounted(): string[] {
  const api = createApi(services, {
    limits: createLimits(1000, services.pool),
    variants: createVariants(services),
    closing: new AbortController().signal,
  });
  const routes = api.routes.filter(({ method, path }) => method !== "ALL" && !isAccounts(path));
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].toSorted();
}

test("DB-05 every route of the API has a row here, and every row a route", () => {
  expect(Object.keys(apiRows).toSorted()).toEqual(mounted());
});

const fits = (wanted: Answer, status: number) => {
  if (wanted === "any") return status !== 401 && status !== 403;
  return wanted === "ok" ? ![401, 403, 404].includes(status) : status === wanted;
};

test.each(Object.keys(apiRows))("DB-05 %s answers each role as its row says", async (name) => {
  const { access, thing, words = {}, query, body, headers = {} } = apiRows[name];
  const [method, pattern] = name.split(" ");
  for (const role of ["guest", "other", "admin", "member"] as const) {
    const id = thing === undefined ? words["id"] : await things[thing]();
    const path = pattern.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, (_, word: string) => {
      return words[word] ?? id ?? "";
    });
    const closing = new AbortController();
    const who = role === "guest" ? server : people[role];
    const answer = await who.fetch(
      query === undefined ? path : `${path}?${query.replace(":id", id ?? "")}`,
      {
        method,
        signal: closing.signal,
        headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      },
    );
    closing.abort();
    expect({ role, wanted: access[role], status: answer.status }).toSatisfy(() =>
      fits(access[role], answer.status),
    );
  }
});

test.each(unknownAdminAddresses)(
  "DB-05 %s reveals nothing to anybody but admins",
  async (address) => {
    for (const who of [server, people.member]) {
      const answer = await who.fetch(address);
      expect([401, 403, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain('"items"');
    }
  },
);
