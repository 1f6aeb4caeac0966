import { afterAll, beforeAll, expect, test } from "vitest";
import { securityText } from "#app/roles/security-text.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

const place = "/.well-known/security.txt";
const day = 24 * 60 * 60 * 1000;

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  services = await testServices();
  server = await testServer(services, { roles: ["web"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
});

/** The fields of a security.txt by their names, each of which may stand once here. */
function fieldsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  const pairs = lines.map((line) => {
    const [, name = "", value = ""] = /^([A-Z][A-Za-z-]*): (\S.*)$/.exec(line) ?? [];
    return [name, value] as const;
  });
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length);
  return Object.fromEntries(pairs);
}

test("security.txt names the contact page where no contact is set, its policy and its end (RFC 9116)", async () => {
  const answer = await server.fetch(place);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const { Expires = "", ...fields } = fieldsOf(await answer.text());
  const { SERVER_URL } = services.env;
  expect(fields).toEqual({
    Contact: `${SERVER_URL}/contact`,
    "Preferred-Languages": "en",
    Canonical: `${SERVER_URL}${place}`,
    Policy: `${SERVER_URL}/pages/security`,
  });
  expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Date.parse(Expires)).toBeGreaterThan(Date.now() + 100 * day);
  expect(Date.parse(Expires)).toBeLessThan(Date.now() + 365 * day);
});

test("security.txt names the contact of the settings", async () => {
  const env = { ...services.env, SECURITY_CONTACT: "mailto:security@example.org" };
  const other = await testServer({ ...services, env }, { roles: ["web"] });
  const fields = fieldsOf(await (await other.fetch(place)).text());
  expect(fields["Contact"]).toBe("mailto:security@example.org");
  await other.close();
});

test("security.txt of a process that has run for years has not expired", () => {
  for (const now of ["2026-11-23T12:00:00Z", "2031-02-28T23:59:59Z"]) {
    const { Expires = "" } = fieldsOf(securityText(services.env, new Date(now)));
    const ahead = Date.parse(Expires) - Date.parse(now);
    expect(ahead).toBeGreaterThan(100 * day);
    expect(ahead).toBeLessThan(365 * day);
  }
});

test("security.txt answers HEAD without a body, no other method, and only where pages are served", async () => {
  const head = await server.fetch(place, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await server.fetch(place, { method: "POST" })).status).toBe(404);
  const images = await testServer(services, { roles: ["images"] });
  expect((await images.fetch(place)).status).toBe(404);
  await images.close();
});
