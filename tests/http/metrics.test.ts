import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { aMember } from "../harness/factories.ts";
import { until } from "../harness/patience.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  const engine = quickEngine();
  services = await testServices({ engines: new Map([[engine.id, engine]]) });
  // Without a worker, so that waiting casts stay waiting.
  server = await testServer(services, { roles: ["web", "images"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
});

type Answer = { status: number; type: string; body: string };

/** Like fetch, but able to set the Host header, which fetch does not allow. */
function ask(port: number, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: "/metrics", headers }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
      });
      const { statusCode: status = 0, headers: found } = answer;
      answer.on("end", () => resolve({ status, type: found["content-type"] ?? "", body }));
    })
      .on("error", reject)
      .end();
  });
}

function valueOf(text: string, series: string): number | undefined {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test("the local machine can read the metrics of the process, its requests, the queue and the engines", async () => {
  const { id } = await aMember(services, { credits: 20 });
  for (const prompt of ["one lake", "another lake"]) {
    const input = castInput.parse({ prompt, quality: "standard" });
    await requestCast(services, { role: "member", userId: id }, input, uuidv7());
  }
  await server.fetch("/api/pictures");
  await server.fetch("/api/picture/nothing-here");
  await server.fetch("/api/picture/nor-here");
  await server.fetch("/nothing-1234abcd.jpg");
  const lookups = '{method="GET",route="/api/picture/:id",status="4xx"}';
  // A request is counted when its connection has finished, which may be after the client has the response.
  const { status, type, body } = await until(
    "the requests to be counted",
    () => ask(server.port),
    (seen) => valueOf(seen.body, `http_request_duration_seconds_count${lookups}`) === 2,
  );
  expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(valueOf(body, `http_request_duration_seconds_sum${lookups}`)).toBeGreaterThan(0);
  const longest = '{le="+Inf",method="GET",route="/api/picture/:id",status="4xx"}';
  expect(valueOf(body, `http_request_duration_seconds_bucket${longest}`)).toBe(2);
  expect(valueOf(body, 'echoform_casts{state="queued"}')).toBe(2);
  expect(valueOf(body, 'echoform_casts{state="running"}')).toBe(0);
  expect(valueOf(body, 'echoform_engine_up{engine="quick"}')).toBe(1);
  expect(valueOf(body, "echoform_database_up")).toBe(1);
  expect(valueOf(body, 'echoform_database_connections{state="open"}')).toBeGreaterThan(0);
  expect(valueOf(body, "echoform_picture_requests_total")).toBe(1);
  expect(valueOf(body, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(valueOf(body, "nodejs_eventloop_lag_p99_seconds")).toBeLessThan(5);
  // Every line is a comment or a sample.
  const sample = /^[a-z\d_]+(?:\{(?:[a-z]+="[^"]*",?)+\})? [\d.e+-]+$/;
  const odd = body.split("\n").filter((line) => !/^# (?:HELP|TYPE) |^$/.test(line));
  expect(odd.filter((line) => !sample.test(line))).toEqual([]);
});

test.each([
  ["passed on by a proxy on this machine", { "x-forwarded-for": "203.0.113.7" }],
  ["that names itself this machine in a header", { "x-forwarded-for": "127.0.0.1" }],
  ["passed on by a proxy of another kind", { forwarded: "for=203.0.113.7" }],
  ["with a name that only leads here", { host: "rebound.example.org" }],
])("a request %s finds nothing", async (_kind, headers) => {
  const answer = await ask(server.port, headers);
  expect([answer.status, answer.type]).toEqual([404, "application/problem+json"]);
});

test("from elsewhere an admin's session can read them, a member's cannot", async () => {
  const [member, admin] = [await server.signUp(), await server.signUp("Grace Hopper")];
  await services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
  const elsewhere = { "x-forwarded-for": "203.0.113.7" };
  expect((await ask(server.port, { ...elsewhere, cookie: member.cookie })).status).toBe(404);
  expect((await ask(server.port, { ...elsewhere, cookie: admin.cookie })).status).toBe(200);
});

test("behind a trusted proxy the forwarded address decides", async () => {
  const env = { ...services.env, TRUST_PROXY: true };
  const proxied = await testServer({ ...services, env }, { roles: ["web"] });
  const from = (address: string) => ask(proxied.port, { "x-forwarded-for": address });
  expect((await from("203.0.113.7")).status).toBe(404);
  expect((await from("127.0.0.1, 203.0.113.7")).status).toBe(404);
  expect((await from("203.0.113.7, 127.0.0.1")).status).toBe(200);
  await proxied.close();
});

test("on a public site even the local machine needs the token", async () => {
  const env = { ...services.env, SERVER_URL: "https://echo.example" };
  const open = await testServer({ ...services, env }, { roles: ["web"] });
  expect((await ask(open.port)).status).toBe(404);
  const METRICS_TOKEN = "a-token-of-the-operator";
  const guarded = await testServer(
    { ...services, env: { ...env, METRICS_TOKEN } },
    { roles: ["web"] },
  );
  const status = async (authorization?: string) =>
    (await ask(guarded.port, authorization === undefined ? {} : { authorization })).status;
  expect(await status(`Bearer ${METRICS_TOKEN}`)).toBe(200);
  expect(await status()).toBe(404);
  expect(await status("Bearer a-token-of-the-attacker")).toBe(404);
  await Promise.all([open.close(), guarded.close()]);
});
