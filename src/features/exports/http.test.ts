import { afterAll, beforeAll, expect, test } from "vitest";
import { archiveBytes, aStoredPicture } from "#tests/harness/archive.ts";
import { until } from "#tests/harness/patience.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import type { OwnExport } from "./queries.ts";

let server: TestServer;
let ada: SignedUp;
let other: SignedUp;
beforeAll(async () => {
  server = await testServer();
  ada = await server.signUp();
  other = await server.signUp("Grace");
  for (const shade of [101, 102]) await aStoredPicture(server.services, { id: ada.userId }, shade);
});
afterAll(() => server.close());

const ask = (member: SignedUp, password = member.password) =>
  member.fetch("/api/exports", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password }),
  });

async function stateOf(member: SignedUp): Promise<OwnExport | null> {
  const answer = await member.fetch("/api/exports");
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { export: OwnExport | null }).export;
}

async function ready(member: SignedUp): Promise<OwnExport> {
  const seen = await until(
    "the export to be ready",
    () => stateOf(member),
    (state) => state?.state === "ready",
  );
  return seen as OwnExport;
}

test("CO-06 an export needs a sign-in and the password, and is the member's alone", async () => {
  expect((await server.fetch("/api/exports")).status).toBe(401);
  expect((await server.post("/api/exports", {})).status).toBe(401);
  expect(await stateOf(ada)).toBe(null);
  expect((await ask(ada, "not the password")).status).toBe(422);
  expect((await ask(ada)).status).toBe(202);
  const { id } = await ready(ada);
  const address = `/api/exports/${id}/archive`;
  expect((await server.fetch(address)).status).toBe(401);
  expect((await other.fetch(address)).status).toBe(404);
  expect((await other.fetch(`/api/exports/${id}`, { method: "DELETE" })).status).toBe(404);
  expect(await stateOf(other)).toBe(null);
});

test("CO-06 a download that broke off is continued with the same bytes", async () => {
  const { id, total } = await ready(ada);
  const address = `/api/exports/${id}/archive`;
  const whole = await ada.fetch(address);
  expect(whole.headers.get("content-type")).toBe("application/x-tar");
  expect(whole.headers.get("content-disposition")).toMatch(
    /^attachment; filename="echoform-.+\.tar"$/,
  );
  expect(whole.headers.get("content-length")).toBe(String(total));
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.equals(await archiveBytes(server.services, { id: ada.userId }, id))).toBe(true);

  const etag = whole.headers.get("etag") ?? "";
  const rest = await ada.fetch(address, { headers: { range: "bytes=1000-", "if-range": etag } });
  expect(rest.status).toBe(206);
  expect(rest.headers.get("content-range")).toBe(`bytes 1000-${total - 1}/${total}`);
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);

  const another = { range: "bytes=1000-", "if-range": '"another"' };
  expect((await ada.fetch(address, { headers: another })).status).toBe(200);
  const beyond = await ada.fetch(address, { headers: { range: `bytes=${total}-` } });
  expect(beyond.status).toBe(416);
  const known = await ada.fetch(address, { headers: { "if-none-match": etag } });
  expect(known.status).toBe(304);
});

test("CO-06 one export at a time and three a day; a deleted one cannot be downloaded", async () => {
  const { id } = await ready(ada);
  expect((await ada.fetch(`/api/exports/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await ada.fetch(`/api/exports/${id}/archive`)).status).toBe(404);
  expect(await stateOf(ada)).toMatchObject({ id, state: "expired" });

  const answers = await Promise.all([ask(ada), ask(ada)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
  await ready(ada);
  expect((await ask(ada)).status).toBe(202);
  await ready(ada);
  const refused = await ask(ada);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_600);
});

test("CO-06 an export asks members with a second factor to prove it again", async () => {
  const member = await server.signUp("Hedy");
  await server.services.db
    .updateTable("users")
    .set({ two_factor_at: new Date() })
    .where("id", "=", member.userId)
    .execute();
  await server.services.db
    .updateTable("sessions")
    .set({ factor_at: new Date(Date.now() - 3_600_000) })
    .where("user_id", "=", member.userId)
    .execute();
  const refused = await ask(member);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ methods: ["code"] });
  // Without the secret of an authenticator app the second factor is not set up.
  await server.services.db
    .updateTable("users")
    .set({ two_factor_at: null })
    .where("id", "=", member.userId)
    .execute();
});
