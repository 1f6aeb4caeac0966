import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import type { RouterContextProvider, ServerBuild } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { notify } from "#app/db/live.ts";
import type { PageBuild } from "#app/roles/pages.ts";
import { startServer, type RunningServer } from "#app/roles/server.ts";
import type { Services } from "#app/services.ts";
import { until } from "../harness/patience.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { pagesForTests } from "./pages-for-tests.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let plain: TestServer;
let ada: SignedUp;
let server: RunningServer;
const servers: RunningServer[] = [];
/** The paths of pages that were rendered. */
let rendered: string[] = [];
let held: Promise<void> | undefined;
/** How many searches were counted. */
let counted = 0;

type Asked = { request: Request; context: RouterContextProvider };

const page = (id: string, path: string, loader: (asked: Asked) => unknown) => ({
  id,
  path,
  parentId: "root",
  module: {
    default: () => null,
    loader: async (asked: Asked) => {
      rendered.push(new URL(asked.request.url).pathname);
      await held;
      return loader(asked);
    },
  },
});
const missing = () => {
  throw new Response(null, { status: 404 });
};
const { countContext, limitContext } = pagesForTests.entry.module;
const refuse = () => {
  throw new Response(null, { status: 429 });
};
const search = async ({ context }: Asked) => {
  await context.get(limitContext)("search").catch(refuse);
  context.get(countContext)(() => {
    counted += 1;
  });
  return null;
};
const added = {
  picture: page("picture", "i/:address", () => null),
  creators: page("creators", "creators", missing),
  search: page("search", "search", search),
} as unknown as ServerBuild["routes"];
const { routes, assets } = pagesForTests;
const withLoader = (id: string) => ({ ...assets.routes["broken"], id, hasLoader: true });
const build = {
  ...pagesForTests,
  routes: { ...routes, ...added },
  assets: {
    ...assets,
    routes: {
      ...assets.routes,
      ...Object.fromEntries(Object.keys(added).map((id) => [id, withLoader(id)])),
    },
  },
} as unknown as PageBuild;

beforeAll(async () => {
  services = await testServices();
  plain = await testServer(services, { roles: ["web"] });
  ada = await plain.signUp();
  // Long enough for any machine; what ends a page earlier is a change.
  server = await start(services, { guestPagesMs: 600_000 });
});

async function start(given: Services, options: { guestPagesMs?: number }): Promise<RunningServer> {
  const pages = { build, files: "public" };
  const place = { port: 0, host: "127.0.0.1" };
  const started = await startServer(given, { roles: ["web"], ...place, pages, ...options });
  servers.push(started);
  return started;
}

beforeEach(() => {
  rendered = [];
  held = undefined;
  counted = 0;
});
afterAll(async () => {
  await Promise.all(servers.map((each) => each.close()));
  await plain.close();
  await services.close();
});

type Answer = {
  status: number;
  nonce: string | undefined;
  text: string;
  headers: Record<string, string | string[] | undefined>;
};

/** A GET that reads the bytes as they come; fetch would undo the coding. */
function read(path: string, headers: Record<string, string> = {}, from = server): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const url = new URL(path, `http://127.0.0.1:${from.port}`);
  request(url, { headers: { "accept-encoding": "gzip, br", ...headers } }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const text = (
        answer.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes
      ).toString();
      const policy = String(answer.headers["content-security-policy"] ?? "");
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      resolve({ status: answer.statusCode ?? 0, nonce, text, headers: answer.headers });
    });
    answer.on("error", reject);
  })
    .on("error", reject)
    .end();
  return promise;
}

test("a guest's page is rendered once for all, and each reader has a nonce of their own", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => read("/i/crowd")));
  expect(rendered).toEqual(["/i/crowd"]);
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(20);
  for (const { status, nonce, text, headers } of answers) {
    expect(status).toBe(200);
    expect(text).toBe(`<script nonce="${nonce}"></script>null`);
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers.vary).toContain("cookie");
  }
  // One was rendered; the others came from memory.
  expect(answers.filter(({ headers }) => headers.etag !== undefined)).toHaveLength(19);
});

test("a page is answered from memory for a time that ends", async () => {
  const usual = await start(services, {});
  const renderings = async () => {
    await read("/i/second", {}, usual);
    return rendered.length;
  };
  const count = await until("the page to be rendered again", renderings, (seen) => seen > 1);
  expect(count).toBe(2);
});

test.each<[who: string, headers: () => Record<string, string>]>([
  ["a member", () => ({ cookie: ada.cookie })],
  ["somebody with any cookie", () => ({ cookie: "a=b" })],
  ["somebody with a token", () => ({ authorization: "Bearer x" })],
  ["a reader of another language", () => ({ "accept-language": "de" })],
])("%s does not get the page of guests", async (who, headers) => {
  const path = `/i/${who.replaceAll(" ", "-")}`;
  await read(path);
  const { text } = await read(path, headers());
  expect(rendered).toHaveLength(2);
  expect(text.endsWith(ada.userId)).toBe(who === "a member");
  await read(path);
  expect(rendered).toHaveLength(2);
});

test("missing pages and pages with errors are not kept", async () => {
  for (const path of ["/creators", "/nowhere"]) {
    const first = await read(path);
    const second = await read(path);
    expect([path, first.headers.etag, second.headers.etag]).toEqual([path, undefined, undefined]);
  }
  expect(rendered).toEqual(["/creators", "/creators"]);
});

test("SE-07 a search from memory is counted as one that is rendered", async () => {
  const own = await start(services, { guestPagesMs: 600_000 });
  for (let times = 0; times < 5; times += 1) await read("/search?q=lake", {}, own);
  expect(rendered).toEqual(["/search"]);
  expect(counted).toBe(5);
});

test("a search from memory counts against the limit of searches", async () => {
  const limited = { ...services, env: { ...services.env, RATE_LIMIT_FACTOR: 0.1 } };
  const strict = await start(limited, { guestPagesMs: 600_000 });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429) {
    statuses.push((await read("/search?q=limit", {}, strict)).status);
  }
  // A tenth of 60 searches; there are ten times as many pages.
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(rendered).toHaveLength(2);
});

const keptBytes = async (from: RunningServer) => {
  const { text } = await read("/metrics", {}, from);
  return Number(/^echoform_kept_pages_bytes (\d+)$/m.exec(text)?.[1]);
};

test("a page whose time is over takes no memory, though nobody asks for it again", async () => {
  await read("/i/stays");
  expect(await keptBytes(server)).toBeGreaterThan(1_000);
  const own = await start(services, { guestPagesMs: 200 });
  await read("/i/goes", {}, own);
  await until(
    "the page to be gone",
    () => keptBytes(own),
    (bytes) => bytes === 0,
  );
  expect(rendered).toEqual(["/i/stays", "/i/goes"]);
});

test("a picture that changes anywhere ends what is kept", async () => {
  const renderings = async () => {
    await read("/i/announced");
    return rendered.length;
  };
  expect([await renderings(), await renderings()]).toEqual([1, 1]);
  await notify(services.db, "picture_changed", "some-picture");
  expect(await until("another rendering", renderings, (seen) => seen > 1)).toBe(2);
});

test("a member's change ends what is kept before the member is told of it", async () => {
  await read("/i/member");
  const changed = await fetch(`http://127.0.0.1:${server.port}/api/profile`, {
    method: "PATCH",
    headers: { "content-type": "application/json", cookie: ada.cookie },
    body: JSON.stringify({ bio: "Lakes." }),
  });
  expect(changed.status).toBe(200);
  await read("/i/member");
  expect(rendered).toHaveLength(2);
});

test("a page that was being rendered during a change is not kept", async () => {
  const going = Promise.withResolvers<void>();
  held = going.promise;
  const first = read("/i/during");
  await until(
    "the rendering to begin",
    () => rendered.length,
    (count) => count === 1,
  );
  await ada.fetch(`http://127.0.0.1:${server.port}/api/profile`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ bio: "Seas." }),
  });
  going.resolve();
  expect((await first).status).toBe(200);
  await read("/i/during");
  expect(rendered).toHaveLength(2);
});

test("a reader who has the page gets no bytes, and no policy with a nonce that the copy lacks", async () => {
  await read("/i/copy");
  const { headers } = await read("/i/copy");
  const again = await read("/i/copy", { "if-none-match": String(headers.etag) });
  expect(again).toMatchObject({ status: 304, text: "", nonce: undefined });
  expect(again.headers["content-security-policy"]).toBeUndefined();
  const other = await read("/i/copy", { "if-none-match": 'W/"other"' });
  expect(other.status).toBe(200);
});

test("what comes from memory counts against the limit of pages", async () => {
  const limited = { ...services, env: { ...services.env, RATE_LIMIT_FACTOR: 0.01 } };
  const strict = await start(limited, { guestPagesMs: 600_000 });
  const statuses: number[] = [];
  for (let times = 0; times < 8; times += 1) {
    statuses.push((await read("/i/limit", {}, strict)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  expect(rendered).toHaveLength(1);
});
