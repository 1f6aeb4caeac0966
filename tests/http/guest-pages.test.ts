import type { ServerBuild } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPageGuard } from "#app/roles/page-guard.ts";
import { startServer, type RunningServer } from "#app/roles/server.ts";
import type { PageBuild } from "#app/roles/pages.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { pagesForTests } from "./pages-for-tests.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let plain: TestServer;
let ada: SignedUp;
/** The loaders that ran, and a promise that they wait for. */
let loaded: string[] = [];
let held: Promise<void> | undefined;
const servers: RunningServer[] = [];

const page = (id: string, path: string, loader: (params: Record<string, string>) => unknown) => ({
  id,
  path,
  parentId: "root",
  module: {
    default: () => null,
    loader: async ({ params, request }: { params: Record<string, string>; request: Request }) => {
      loaded.push(new URL(request.url).pathname);
      await held;
      return loader(params);
    },
  },
});
const missing = () => {
  throw new Response(null, { status: 404 });
};
const feed = () =>
  new Response("<urlset/>", {
    headers: { "content-type": "application/xml", "cache-control": "public, max-age=3600" },
  });

const added = {
  picture: page("picture", "i/:address", ({ address = "" }) =>
    address.startsWith("lake") ? null : missing(),
  ),
  about: page("about", "about", () => null),
  nowhere: page("nowhere", "*", missing),
  // A route without a component returns its loader's response.
  sitemap: withoutComponent(page("sitemap", "sitemap.xml", feed)),
} as unknown as ServerBuild["routes"];

function withoutComponent({ module, ...route }: ReturnType<typeof page>) {
  return { ...route, module: { loader: module.loader } };
}

const { routes, assets } = pagesForTests;
const likeBroken = (id: string) => ({ ...assets.routes["broken"], id, hasLoader: true });
const build = {
  ...pagesForTests,
  routes: { ...routes, ...added },
  assets: {
    ...assets,
    routes: {
      ...assets.routes,
      ...Object.fromEntries(Object.keys(added).map((id) => [id, likeBroken(id)])),
    },
  },
} as unknown as PageBuild;

beforeAll(async () => {
  services = await testServices({ env: { TRUST_PROXY: "on" } });
  plain = await testServer(services, { roles: ["web"] });
  ada = await plain.signUp();
});
beforeEach(() => {
  loaded = [];
  held = undefined;
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await plain.close();
  await services.close();
});

/** A server with counters of its own. @param factor of the limits */
async function serve(factor: number): Promise<string> {
  const env = { ...services.env, RATE_LIMIT_FACTOR: factor };
  const server = await startServer(
    { ...services, env },
    { roles: ["web"], port: 0, host: "127.0.0.1", pages: { build, files: "public" } },
  );
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const isRendered = async (answer: Response) => (await answer.text()).includes("<script nonce=");

test("pages are limited per client: 429 with Retry-After, while others and members are served", async () => {
  const url = await serve(0.02);
  const one = from("198.51.100.1");
  for (let n = 0; n < 12; n += 1) expect((await fetch(`${url}/about`, one)).status).toBe(200);
  const refused = await fetch(`${url}/about`, one);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("ratelimit-policy")).toBe('"page";q=12;w=60');
  expect(refused.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await refused.text()).toContain("That was a little fast");
  expect((await fetch(`${url}/about`, from("198.51.100.2"))).status).toBe(200);
  const member = { headers: { cookie: ada.cookie, "x-forwarded-for": "198.51.100.1" } };
  expect((await fetch(`${url}/about`, member)).status).toBe(200);
});

test("the clients of one IPv6 network count as one", async () => {
  const url = await serve(0.002);
  expect((await fetch(`${url}/about`, from("2001:db8:1:2::1"))).status).toBe(200);
  expect((await fetch(`${url}/about`, from("2001:db8:1:2:ffff::9"))).status).toBe(429);
  expect((await fetch(`${url}/about`, from("2001:db8:1:3::1"))).status).toBe(200);
});

test("unknown addresses are rendered a few times per client, then answered without rendering", async () => {
  const url = await serve(0.1);
  const one = from("198.51.100.3");
  for (let n = 0; n < 7; n += 1) {
    const answer = await fetch(`${url}/wp-admin/${n}.php`, one);
    expect([answer.status, await isRendered(answer)]).toEqual([404, true]);
  }
  expect(loaded).toHaveLength(7);
  const cheap = await fetch(`${url}/wp-admin/8.php`, one);
  expect(cheap.status).toBe(404);
  expect(cheap.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await cheap.text();
  expect(text).toContain("<h1>Page not found</h1>");
  expect(text).toContain('<a href="/">Back to the wall</a>');
  expect(loaded).toHaveLength(7);
  // A real page is still rendered for that client, and so is the missing one for others.
  expect(await isRendered(await fetch(`${url}/about`, one))).toBe(true);
  expect(await isRendered(await fetch(`${url}/wp-admin/9.php`, from("198.51.100.4")))).toBe(true);
});

test("a client that asked for many missing pictures still sees recently served ones and is limited for others", async () => {
  const url = await serve(0.1);
  const one = from("198.51.100.5");
  expect((await fetch(`${url}/i/lake-1`, one)).status).toBe(200);
  for (let n = 0; n < 7; n += 1) expect((await fetch(`${url}/i/none-${n}`, one)).status).toBe(404);
  expect(loaded).toHaveLength(8);
  const unknown = await fetch(`${url}/i/none-99`, one);
  expect(unknown.status).toBe(429);
  expect(Number(unknown.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await fetch(`${url}/i/none-3`, one)).status).toBe(404);
  expect(loaded).toHaveLength(8);
  expect((await fetch(`${url}/i/lake-1`, one)).status).toBe(200);
  expect((await fetch(`${url}/i/lake-2`, from("198.51.100.6"))).status).toBe(200);
});

test("members do not wait for guests' pages", async () => {
  const url = await serve(1000);
  const holding = Promise.withResolvers<void>();
  held = holding.promise;
  const guests = Array.from({ length: 30 }, (_, n) =>
    fetch(`${url}/i/lake-${n}`, from(`203.0.113.${n}`)),
  );
  await expect.poll(() => loaded.length).toBeGreaterThan(0);
  const own = fetch(`${url}/about`, { headers: { cookie: ada.cookie } });
  await expect.poll(() => loaded).toContain("/about");
  holding.resolve();
  expect((await own).status).toBe(200);
  const statuses = await Promise.all(guests.map(async (answer) => (await answer).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("too many concurrent guests are told to retry; unknown addresses are 404 at once", async () => {
  const queues = { known: 3, unknown: 3 };
  const guard = createPageGuard({ take: () => Promise.resolve() }, { queues, holdMs: 600_000 });
  const holding = Promise.withResolvers<Response>();
  const ask = (pathname: string, leadsNowhere = false) =>
    guard.render(
      { client: "x", pathname, leadsNowhere, isLookup: () => false },
      () => holding.promise,
    );
  const taken = Array.from({ length: 5 }, (_, n) => ask(`/${n}`));
  await expect(ask("/6")).rejects.toMatchObject({
    status: 503,
    info: { detail: "Too many pages are being looked at", retryAfterSeconds: 2 },
  });
  await expect(ask("/7", true)).rejects.toMatchObject({ status: 404 });
  holding.resolve(new Response("page"));
  for (const answer of await Promise.all(taken)) expect(answer.status).toBe(200);
  expect((await ask("/8")).status).toBe(200);
});

test("a page that was served lately goes ahead of the unknown addresses that wait; a missing one gives its slot up late", async () => {
  const guard = createPageGuard({ take: () => Promise.resolve() }, { wide: 1, holdMs: 600_000 });
  const begun: string[] = [];
  const holding = Promise.withResolvers<void>();
  const ask = (pathname: string, status: number) =>
    guard.render(
      { client: pathname, pathname, leadsNowhere: false, isLookup: () => true },
      async () => {
        begun.push(pathname);
        await holding.promise;
        return new Response(null, { status });
      },
    );
  const known = ask("/lake", 200);
  holding.resolve();
  await known;
  const missing = ask("/none", 404);
  await missing;
  // Its answer is there, and its slot is still taken for a moment.
  const waiting = [ask("/other", 200), ask("/another", 200), ask("/lake", 200)];
  expect(begun).toEqual(["/lake", "/none"]);
  await Promise.all(waiting);
  expect(begun).toEqual(["/lake", "/none", "/lake", "/other", "/another"]);
});

test("sitemaps and feeds are rendered once a minute for guests, and separately for members", async () => {
  const url = await serve(1000);
  const ask = (n: number) => fetch(`${url}/sitemap.xml`, from(`203.0.113.${n}`));
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/xml"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(await answer.text()).toBe("<urlset/>");
  }
  expect(loaded).toEqual(["/sitemap.xml"]);
  await fetch(`${url}/sitemap.xml`, { headers: { cookie: ada.cookie } });
  expect(loaded).toHaveLength(2);
});
