import { once } from "node:events";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStaticFiles } from "#app/roles/static-files.ts";
import { aMember, aPicture } from "../harness/factories.ts";
import { rawRequest } from "../harness/raw-http.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { pagesForTests } from "./pages-for-tests.ts";

let server: TestServer;
let ada: SignedUp;
let folder: string;
let closeServices: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-client-"));
  await mkdir(path.join(folder, "assets"));
  await writeFile(path.join(folder, "assets/entry-abc123.js"), "export {};\n".repeat(500));
  await writeFile(path.join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const services = await testServices();
  closeServices = () => services.close();
  server = await testServer(services, { pages: { build: pagesForTests, files: folder } });
  ada = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await closeServices();
  await rm(folder, { recursive: true });
});

const everywhere: Record<string, string | null> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "x-xss-protection": "0",
  "x-powered-by": null,
  server: null,
  // Only if the site is https.
  "strict-transport-security": null,
};

test.each([
  ["an API answer", "/api/openapi.json", 200],
  ["an API refusal", "/api/profile", 401],
  ["a file", "/favicon.svg", 200],
  ["a page", "/", 200],
  ["an unknown page", "/no/such/page", 404],
  ["health", "/healthz", 200],
  ["readiness", "/readyz", 200],
  ["a broken address", "/%ff", 400],
])("the security headers are on %s", async (_kind, address, status) => {
  const answer = await server.fetch(address);
  expect(answer.status).toBe(status);
  const found = Object.fromEntries(
    Object.keys(everywhere).map((name) => [name, answer.headers.get(name)]),
  );
  expect(found).toEqual(everywhere);
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; /);
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a delivered picture may be embedded anywhere and can run nothing", async () => {
  const member = await aMember(server.services);
  const { filename } = await aPicture(server.services, member);
  const answer = await server.fetch(`/i/300x0/q75/${filename}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const missing = await server.fetch("/i/300x0/q75/nothing-00000000.jpg");
  expect([missing.status, missing.headers.get("content-type")]).toEqual([
    404,
    "application/problem+json",
  ]);
  expect(missing.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a page's policy has a nonce of its own, which its scripts have too", async () => {
  const [first, second] = await Promise.all([server.fetch("/"), server.fetch("/")]);
  const nonceOf = (answer: Response) =>
    /script-src 'nonce-([^']{16,})' 'strict-dynamic'/.exec(
      answer.headers.get("content-security-policy") ?? "",
    )?.[1];
  expect(nonceOf(first)).toBeDefined();
  expect(nonceOf(first)).not.toBe(nonceOf(second));
  expect(await first.text()).toContain(`nonce="${nonceOf(first)}"`);
  // Style attributes contain tile positions and picture colours; nothing else is inline.
  const policy = first.headers.get("content-security-policy")?.split("; ") ?? [];
  expect(policy.filter((line) => line.includes("unsafe"))).toEqual([
    "style-src-attr 'unsafe-inline'",
  ]);
});

test("RT-10 an unknown page is 404", async () => {
  const answer = await server.fetch("/no/such/page");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("text/html");
});

test("a member's page is not stored by any cache; a guest's only with revalidation", async () => {
  const guest = await server.fetch("/");
  expect(guest.headers.get("cache-control")).toBe("private, no-cache");
  const own = await ada.fetch("/");
  expect(own.headers.get("cache-control")).toBe("no-store");
  expect(await own.text()).toContain(ada.userId);
});

test("a request id is the server's own; a client's is ignored without a trusted proxy", async () => {
  const answer = await server.fetch("/api/nope", { headers: { "x-request-id": "chosen-by-me" } });
  expect(answer.headers.get("x-request-id")).not.toBe("chosen-by-me");
});

test("the files of the installed app have policies of their own and are asked for again each time", async () => {
  const policies = await Promise.all(
    ["/sw.js", "/manifest.webmanifest", "/offline"].map(async (address) => {
      const answer = await server.fetch(address);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-cache"]);
      return [answer.headers.get("content-type"), answer.headers.get("content-security-policy")];
    }),
  );
  expect(policies).toEqual([
    [
      "text/javascript; charset=utf-8",
      "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ],
    [
      "application/manifest+json",
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    ],
    ["text/html; charset=utf-8", expect.stringMatching(/^default-src 'none'; style-src 'sha256-/)],
  ]);
  const page = await server.fetch("/");
  const policy = page.headers.get("content-security-policy")?.split("; ") ?? [];
  expect(policy).toContain("worker-src 'self'");
  expect(policy).toContain("manifest-src 'self'");
});

test("a hashed file is immutable, typed, compressed on demand and answered 304", async () => {
  const file = "/assets/entry-abc123.js";
  const plain = await server.fetch(file, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(plain.headers.get("content-encoding")).toBeNull();
  const packed = await server.fetch(file, { headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers.get("content-encoding")).toBe("br");
  expect(await packed.text()).toBe(await plain.text());
  const again = await server.fetch(file, {
    headers: { "accept-encoding": "br", "if-none-match": packed.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  const head = await server.fetch(file, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await server.fetch("/favicon.svg")).headers.get("cache-control")).toBe(
    "public, max-age=3600",
  );
});

test.each([
  "/../package.json",
  "/assets/../../../../etc/passwd",
  "/assets/%2e%2e/%2e%2e/etc/passwd",
  "//etc/passwd",
  "/assets/..%2f..%2fetc%2fpasswd",
  "/.git/config",
  "/assets",
])("no path reaches files that were not there at the start: %s", async (target) => {
  const answer = await rawRequest(
    server.port,
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect([400, 404]).toContain(answer.status);
  expect(answer.body).not.toMatch(/root:|"name": "echoform"/);
});

test("the served files are those of the start: a later one is not served", async () => {
  await writeFile(path.join(folder, "late.txt"), "late");
  expect((await server.fetch("/late.txt")).status).toBe(404);
  expect(createStaticFiles(folder)).toBeTypeOf("function");
});

test("a file is read when it is first asked for: one that was sent stays, and one that is gone is missing", async () => {
  const [sent, unsent] = ["/assets/sent-abc.js", "/assets/unsent-abc.js"];
  for (const name of [sent, unsent]) await writeFile(path.join(folder, name), "export {};\n");
  const files = createStaticFiles(folder);
  const own = createServer((req, res) => void files(req, res)).listen(0, "127.0.0.1");
  await once(own, "listening");
  const at = (name: string) =>
    fetch(`http://127.0.0.1:${(own.address() as AddressInfo).port}${name}`);
  try {
    expect((await at(sent)).status).toBe(200);
    for (const name of [sent, unsent]) await rm(path.join(folder, name));
    const again = await at(sent);
    expect([again.status, await again.text()]).toEqual([200, "export {};\n"]);
    const gone = await at(unsent);
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  } finally {
    own.close();
  }
});

test.each([
  ["another site", { origin: "https://evil.example" }],
  ["another site, by the browser", { "sec-fetch-site": "cross-site" }],
  ["a sibling site, by the browser", { "sec-fetch-site": "same-site" }],
  ["nowhere", { origin: "null" }],
  ["another site, by Referer", { referer: "https://evil.example/page" }],
])("a state-changing request from %s is 403", async (_kind, headers) => {
  for (const [method, address] of [
    ["PATCH", "/api/profile"],
    ["POST", "/api/auth/sign-out"],
    ["POST", "/api/auth/sign-in/email"],
    ["POST", "/"],
  ] as const) {
    const answer = await ada.fetch(address, {
      method,
      headers: { "content-type": "application/json", ...headers } as Record<string, string>,
      body: "{}",
    });
    expect([address, answer.status]).toEqual([address, 403]);
  }
  expect((await ada.fetch("/api/profile")).status).toBe(200);
});

test("the method TRACE is answered without what was sent", async () => {
  for (const target of ["/", "/api/profile", "/i/300x0/q75/nothing-00000000.jpg"]) {
    const answer = await rawRequest(
      server.port,
      `TRACE ${target} HTTP/1.1\r\nHost: localhost\r\nX-Secret: swordfish\r\nConnection: close\r\n\r\n`,
    );
    expect([target, answer.status]).toEqual([target, 405]);
    expect(answer.body).not.toContain("swordfish");
  }
});

test("a state-changing request from the site itself passes", async () => {
  const own: Record<string, string>[] = [
    { origin: server.url, "sec-fetch-site": "same-origin" },
    { origin: server.url },
    { referer: `${server.url}/dashboard` },
  ];
  for (const headers of own) {
    const answer = await ada.fetch("/api/profile", {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ profession: "poet" }),
    });
    expect(answer.status).toBe(200);
  }
});
