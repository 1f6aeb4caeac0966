import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBuild, type PageBuild } from "#app/roles/pages.ts";
import { oldAddresses } from "#app/rules/old-addresses.ts";
import { dashboardSections } from "#app/shell/dashboard-nav.ts";
import { aPicture } from "../harness/factories.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { elsewhere, pageRows, type PageRow } from "./access-pages.ts";

/** Every page for every role, over HTTP alone. */

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let build: PageBuild;
let people: Record<"member" | "other" | "admin", SignedUp>;
/** Values for the parameters of a path. */
let names: Record<":picture" | ":member" | ":collection" | ":grid" | ":decision", string>;
beforeAll(async () => {
  const pages = await loadBuild(fileURLToPath(new URL("../..", import.meta.url)));
  build = pages.build;
  services = await testServices();
  server = await testServer(services, { pages, roles: ["web", "images"] });
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
  const { slug, id } = await aPicture(services, { id: people.member.userId });
  const { username } = await services.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", people.member.userId)
    .executeTakeFirstOrThrow();
  const made = await people.member.fetch("/api/collections", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Lakes", is_public: true, picture_ids: [id] }),
  });
  const collection = (await made.json()) as { id: string };
  const asked = await people.member.fetch("/api/grids", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify({
      cast: { prompt: "Lake", quality: "standard" },
      columns: { by: "seed", values: [1] },
      quoted: { pictures: 1, credits: 1 },
      isPublic: true,
    }),
  });
  const grid = (await asked.json()) as { id: string };
  // No worker is running: the picture that is there is the one of the grid.
  const cell = services.db.selectFrom("generations").select("id").where("grid_id", "=", grid.id);
  const done = [{ index: 0, state: "done", fraction: 1, stage: "done" }];
  await services.db
    .updateTable("generations")
    .set({ delivered: 1, progress: JSON.stringify(done) })
    .where("grid_id", "=", grid.id)
    .execute();
  await services.db
    .updateTable("pictures")
    .set({ generation_id: cell, generation_index: 0 })
    .where("id", "=", id)
    .execute();
  await people.admin.fetch(`/api/admin/members/${people.other.userId}/sanctions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "strike", reason: "spam" }),
  });
  const { appeal_key: key } = await services.db
    .selectFrom("sanctions")
    .select("appeal_key")
    .executeTakeFirstOrThrow();
  names = {
    ":picture": slug,
    ":member": username,
    ":collection": collection.id,
    ":grid": grid.id,
    ":decision": key,
  };
});
afterAll(async () => {
  await server.close();
  await services.close();
});

type Leaf = { id: string; pattern: string };

/** The routes that are pages, with their full patterns. */
function leaves(): Leaf[] {
  const { routes } = build;
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const patternOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (route === undefined) return "";
    return [patternOf(route.parentId), route.path].filter(Boolean).join("/");
  };
  return Object.keys(routes)
    .filter((id) => !parents.has(id))
    .map((id) => ({ id, pattern: `/${patternOf(id)}` }));
}

test("DB-05 every page has a row here, and every row a page", () => {
  const known = leaves()
    .map(({ pattern }) => pattern)
    .filter((pattern) => !elsewhere.has(pattern));
  expect(Object.keys(pageRows).toSorted()).toEqual(known.toSorted());
});

/** A URL with its parameters filled in for a picture, a member, a collection, a grid and a decision. */
const named = (address: string) =>
  address.replaceAll(
    /:(?:picture|member|collection|grid|decision)\b/g,
    (word) => names[word as keyof typeof names],
  );
const ask = (who: "guest" | "member" | "other" | "admin", address: string) => {
  // Concatenated, not resolved: "//dashboard" is a variant spelling of a path here.
  const at = server.url + named(address);
  const init: RequestInit = { redirect: "manual" };
  return who === "guest" ? server.fetch(at, init) : people[who].fetch(at, init);
};
const statusesOf = async (address: string) =>
  Promise.all(
    (["guest", "member", "other", "admin"] as const).map(
      async (who) => (await ask(who, address)).status,
    ),
  );

const wanted: Record<PageRow["who"], number[]> = {
  everybody: [200, 200, 200, 200],
  file: [200, 200, 200, 200],
  members: [302, 200, 200, 200],
  admins: [302, 403, 403, 200],
};

test.each(Object.entries(pageRows))(
  "DB-05 %s answers each role as its row says",
  async (_, row) => {
    expect(await statusesOf(row.at)).toEqual(wanted[row.who]);
  },
);

const gated = Object.values(pageRows).filter(({ who }) => who === "members" || who === "admins");

test.each(gated)("DB-04 a guest at $at is sent to sign in and returns", async ({ at }) => {
  const answer = await ask("guest", at);
  expect(answer.headers.get("location")).toBe(`/login?${new URLSearchParams({ next: named(at) })}`);
});

test.each(Object.entries(oldAddresses))(
  "RT-09 %s redirects to %s and keeps the query",
  async (old, target) => {
    for (const spelling of [old, `${old}/`, old.toUpperCase()]) {
      const answer = await ask("guest", `${spelling}?prompt=a%20b&x=1`);
      const { pathname, searchParams } = new URL(answer.headers.get("location") ?? "", server.url);
      expect([answer.status, pathname, [...searchParams]]).toEqual([
        301,
        target,
        [
          ["prompt", "a b"],
          ["x", "1"],
        ],
      ]);
    }
  },
);

const adminPages = Object.values(pageRows).filter(({ who }) => who === "admins");

test.each(adminPages)("DB-05 no variant spelling of $at opens it to a member", async ({ at }) => {
  const [path, query = ""] = at.split("?");
  const spellings = [
    path.toUpperCase(),
    `${path}/`,
    `${path}//`,
    path.replace("/dashboard", "//dashboard"),
    path.replace("/dashboard", "/%64ashboard"),
    `${path}/x.css`,
    `${path};x`,
    `/./${path.slice(1)}`,
  ];
  for (const spelling of spellings) {
    for (const who of ["guest", "member"] as const) {
      const answer = await ask(who, query === "" ? spelling : `${spelling}?${query}`);
      expect({ spelling, who, status: answer.status }).toSatisfy(() =>
        [301, 302, 403, 404].includes(answer.status),
      );
    }
  }
});

test("DB-05 a request that names a single loader of an admin page gets no data from it", async () => {
  const admins = leaves().filter(({ pattern }) => pageRows[pattern]?.who === "admins");
  expect(admins.length).toBeGreaterThan(5);
  for (const { id, pattern } of admins) {
    const [path] = pageRows[pattern].at.split("?");
    const address = `${path}.data?_routes=${encodeURIComponent(id)}`;
    const [guest, member, admin] = await Promise.all([
      ask("guest", address),
      ask("member", address),
      ask("admin", address),
    ]);
    expect({ pattern, statuses: [member.status, admin.status] }).toEqual({
      pattern,
      statuses: [403, 200],
    });
    expect(await guest.text()).toContain("/login?next=");
    expect(await member.text()).not.toContain("@example.org");
  }
});

test("DB-04 a request that names a single loader of the dashboard sends a guest to sign in", async () => {
  const pages = leaves().filter(({ pattern }) => pageRows[pattern]?.who === "members");
  for (const { id, pattern } of pages) {
    const answer = await ask("guest", `${pattern}.data?_routes=${encodeURIComponent(id)}`);
    expect({ pattern, text: await answer.text() }).toEqual({
      pattern,
      text: expect.stringContaining("/login?next=") as string,
    });
  }
});

test.each(["member", "admin"] as const)(
  "DB-01 every entry of the %s's navigation is there",
  async (who) => {
    const entries = dashboardSections(who).flatMap((section) => section.entries);
    const missing: string[] = [];
    for (const { to } of entries) if ((await ask(who, to)).status !== 200) missing.push(to);
    expect(missing).toEqual([]);
  },
);
