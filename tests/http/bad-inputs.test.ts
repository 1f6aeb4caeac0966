import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { realCost } from "#app/adapters/accounts/hashing.ts";
import { googleProvider, type Provider } from "../harness/google.ts";
import { rawRequest } from "../harness/raw-http.ts";
import { goodPassword, testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { pagesForTests } from "./pages-for-tests.ts";

// Most of these tests hash, and one of them a hundred times at the real cost.
vi.setConfig({ testTimeout: 60_000 });

/** The numbered bad inputs for accounts, errors and parsing, sent to the real server over sockets. */
let google: Provider;
let files: string;
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let ada: SignedUp;
beforeAll(async () => {
  google = await googleProvider();
  files = await mkdtemp(path.join(os.tmpdir(), "echoform-pages-"));
  services = await testServices({ env: google.settings });
  server = await testServer(services, {
    roles: ["web"],
    pages: { build: pagesForTests, files },
  });
  ada = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await services.close();
  await google.close();
  await rm(files, { recursive: true });
  vi.resetConfig();
});

type Ask = () => Promise<{ status: number }>;

const rawPost = (...lines: string[]) => {
  const [host, ...rest] = ["Host: localhost", "Content-Type: application/json", ...lines];
  return rawRequest(
    server.port,
    `POST /api/profile HTTP/1.1\r\n${[host, ...rest].join("\r\n")}\r\n\r\n{}`,
  );
};
const signUp = (body: object) =>
  server.post("/api/auth/sign-up/email", {
    name: "Nobody",
    email: `${randomUUID()}@example.org`,
    password: goodPassword,
    ...body,
  });
const reset = (token: unknown) =>
  server.post("/api/auth/reset-password", { token, newPassword: "quiet-harbour-93" });
const callback = (query: string) =>
  server.fetch(`/api/auth/callback/google?${query}`, { redirect: "manual" });

const table: [input: number, what: string, wanted: number, ask: Ask][] = [
  [1, "an unknown address of the API", 404, () => server.fetch("/api/nope")],
  [
    12,
    "JSON sent as XML",
    415,
    () =>
      ada.fetch("/api/profile", {
        method: "PATCH",
        headers: { "content-type": "text/xml" },
        body: "{}",
      }),
  ],
  [
    13,
    "an error asked for as HTML",
    404,
    () => server.fetch("/api/nope", { headers: { accept: "text/html" } }),
  ],
  [
    14,
    "headers of 20 kB",
    431,
    () => rawRequest(server.port, `GET / HTTP/1.1\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`),
  ],
  [
    15,
    "a length and chunks",
    400,
    () => rawPost("Content-Length: 2", "Transfer-Encoding: chunked"),
  ],
  [15, "two lengths", 400, () => rawPost("Content-Length: 2", "Content-Length: 3")],
  [16, "a page with the ending of a file", 404, () => ada.fetch("/dashboard/x.css")],
  [16, "an API address with the ending of a file", 404, () => ada.fetch("/api/profile/x.jpg")],
  [28, "a reset with an unknown token", 400, () => reset(randomUUID())],
  [28, "a reset without a token", 400, () => reset("")],
  [28, "a reset with a token that is no text", 400, () => reset({ $ne: null })],
  [28, "a reset with an endless token", 400, () => reset("x".repeat(100_000))],
  [29, "the password password1", 422, () => signUp({ password: "password1" })],
  [29, "a password of 129 characters", 422, () => signUp({ password: "x".repeat(129) })],
  [29, "a password that is no text", 400, () => signUp({ password: 12_345_678 })],
  [30, "a callback without a state", 302, () => callback("code=x")],
  [30, "a callback with an invented state", 302, () => callback("code=x&state=y")],
  [30, "a callback with nothing", 302, () => callback("")],
  [30, "a callback with everything twice", 302, () => callback("code=a&code=b&state=c&state=d")],
  [30, "a callback with a NUL in it", 302, () => callback("code=%00&state=%00%ff")],
  [
    30,
    "a callback by POST",
    405,
    () => server.post("/api/auth/callback/google?code=x&state=y", {}),
  ],
];

/** The problem with an error response; a redirect must lead to our own page with the toast's error. */
async function complaints(answer: Response): Promise<string[]> {
  const { headers, status } = answer;
  const found: string[] = [];
  const complain = (isWrong: boolean, what: string) => isWrong && found.push(what);
  complain(!/no-store|private/.test(headers.get("cache-control") ?? ""), "may be kept");
  if (status === 302) {
    const location = headers.get("location") ?? "";
    const ours = /^\/auth\/callback\?from=google&error=auth_error&reason=[a-z-]+$/;
    complain(!ours.test(location), `leads to ${location}`);
  } else if (new URL(answer.url).pathname.startsWith("/api/")) {
    const text = await answer.text();
    complain(headers.get("content-type") !== "application/problem+json", "is no problem document");
    complain(/node_modules|\.ts:|select |stack/i.test(text), `tells too much: ${text}`);
    complain(!text.includes('"requestId":"'), "has no request id");
  }
  return found;
}

test.each(table)("bad input %i, %s, is %i", async (_number, _what, wanted, ask) => {
  const answer = await ask();
  expect(answer.status).toBe(wanted);
  expect(answer instanceof Response ? await complaints(answer) : []).toEqual([]);
});

/** Values that people and their tools enter into fields. */
const nasty: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  ["a@example.org"],
  {},
  { $gt: "" },
  "",
  " ",
  "\u0000",
  "a\u0000b@example.org",
  "x".repeat(70_000),
  "🎨".repeat(500),
  "\ud800",
  "\u202eadmin",
  "' or 1=1 --",
  "%00%0d%0aSet-Cookie: a=b",
  "a@b@c@example.org",
  '"a b"@example.org',
  "a@[127.0.0.1]",
  "a@xn--80ak6aa92e.com",
  "ada@еxample.org",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}",
  "../../etc/passwd",
  "__proto__",
  "javascript:alert(1)",
  "https://evil.example",
];

const sound: Record<string, unknown> = {
  name: "Nobody",
  email: "nobody@example.org",
  password: "wrong-lantern-1",
  currentPassword: "wrong-lantern-1",
  newPassword: "quiet-harbour-93",
  token: "x".repeat(24),
  callbackURL: "/dashboard",
  rememberMe: true,
  providerId: "google",
};

const addresses: Record<string, readonly string[]> = {
  "/api/auth/sign-up/email": ["name", "email", "password", "callbackURL", "rememberMe"],
  "/api/auth/sign-in/email": ["email", "password", "callbackURL", "rememberMe"],
  "/api/auth/request-password-reset": ["email"],
  "/api/auth/send-verification-email": ["email", "callbackURL"],
  "/api/auth/reset-password": ["token", "newPassword"],
  "/api/auth/change-password": ["currentPassword", "newPassword"],
  "/api/auth/sign-in/oauth2": ["providerId", "callbackURL"],
};

test.each(Object.entries(addresses))(
  "no value in a field of %s causes a server error",
  async (address, fields) => {
    const bodies = [
      ...nasty,
      ...fields.flatMap((field) =>
        nasty.map((value) => ({
          ...Object.fromEntries(fields.map((name) => [name, sound[name]])),
          [field]: value,
        })),
      ),
    ];
    const faults: unknown[] = [];
    // Whoever signs in ends the session that the browser had.
    const headers: Record<string, string> = /\/sign-(?:in|up)/.test(address)
      ? {}
      : { cookie: ada.cookie };
    // Four at a time: more would be refused while they wait to be hashed.
    for (let n = 0; n < bodies.length; n += 4) {
      await Promise.all(
        bodies.slice(n, n + 4).map(async (body) => {
          const answer = await server.post(address, body, headers);
          if (answer.status >= 500) faults.push([body, answer.status, await answer.text()]);
          else if (answer.status >= 400) faults.push(...(await complaints(answer)));
        }),
      );
    }
    expect(faults).toEqual([]);
  },
);

const profileFields = [
  "name",
  "lastName",
  "username",
  "bio",
  "profession",
  "website",
  "location",
  "twitterUsername",
  "instagramUsername",
  "linkedinUsername",
  "facebookId",
  "paypalEmail",
  "stripeLink",
];

test.each(profileFields)(
  "AU-15 no value in the field %s of the profile causes a server error, and accepted values read back",
  async (field) => {
    const eve = await server.signUp("Eve");
    const faults: unknown[] = [];
    for (const value of nasty) {
      const answer = await eve.fetch("/api/profile", {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ [field]: value }),
      });
      if (answer.status >= 500) faults.push([value, answer.status]);
      else if (answer.status >= 400) faults.push(...(await complaints(answer)));
      const read = await eve.fetch("/api/profile");
      if (read.status !== 200) faults.push([value, "is not read", read.status]);
    }
    expect(faults).toEqual([]);
  },
);

async function slowServer() {
  const own = await testServices({ passwordCost: realCost });
  const slow = await testServer(own, { roles: ["web"] });
  return {
    ...slow,
    ada: await slow.signUp(),
    async [Symbol.asyncDispose]() {
      await slow.close();
      await own.close();
    },
  };
}

test("bad input 32: while a hundred sign in at once, other requests are answered", async () => {
  // Of its own, for here hashing is to be as slow as it is by design.
  await using slow = await slowServer();
  let waiting = 100;
  const crowd = Array.from({ length: waiting }, async (_, n) => {
    const email = `crowd-${n}@example.org`;
    const password = "wrong-lantern-1";
    const answer = await slow.post("/api/auth/sign-in/email", { email, password });
    waiting -= 1;
    return answer;
  });
  expect((await slow.ada.fetch("/api/profile")).status).toBe(200);
  expect(waiting).toBeGreaterThan(0);
  const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status));
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([401, 503]);
});
