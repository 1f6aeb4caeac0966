import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testServer, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  services = await testServices({ env: { CONTACT_EMAIL: "operator@example.org" } });
  server = await testServer(services, { roles: ["web", "worker"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const messages = () => services.db.selectFrom("messages").selectAll().orderBy("id").execute();

/** The only mail in the operator's folder, once it is complete. */
async function onlyMail(): Promise<string> {
  const folder = path.join(services.env.DATA_DIR, "mail");
  const whole = async () => {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.endsWith(".eml"));
  };
  await expect.poll(whole).toHaveLength(1);
  const [name] = await whole();
  return readFile(path.join(folder, name), "utf8");
}

test("MM-03 a guest's message is kept and mailed to the operator, with the guest to answer to", async () => {
  const answer = await server.post("/api/contact", {
    kind: "bug",
    name: " Grace ",
    email: "Grace@Example.org",
    body: "The wall\r\nis upside down",
  });
  expect(answer.status).toBe(201);
  expect(await messages()).toMatchObject([
    {
      kind: "bug",
      name: "Grace",
      email: "grace@example.org",
      user_id: null,
      body: "The wall\nis upside down",
    },
  ]);
  const mail = await onlyMail();
  expect(mail).toContain("operator@example.org");
  expect(mail).toMatch(/^Reply-To: .*grace@example\.org/m);
  expect(mail).toContain("Bug report from Grace");
});

test("MM-03 a member is known without giving name or address", async () => {
  const member = await server.signUp("Ida Rhodes");
  const answer = await member.fetch("/api/contact", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      kind: "idea",
      name: "Somebody else",
      email: "x@example.org",
      body: "A map",
    }),
  });
  expect(answer.status).toBe(201);
  expect((await messages()).at(-1)).toMatchObject({
    kind: "idea",
    name: "Ida Rhodes",
    email: member.email,
    user_id: member.userId,
  });
});

test.each([
  [{ kind: "bug", body: "x" }, ["name", "email"]],
  [{ kind: "bug", name: "A", email: "no address", body: "x" }, ["email"]],
  [{ kind: "bug", name: "A\nB", email: "a@example.org", body: "x" }, ["name"]],
  [{ kind: "bug", name: "A", email: "a@example.org\r\nBcc: b@example.org", body: "x" }, ["email"]],
  [{ kind: "bug", name: "A", email: "a@example.org", body: "  \n " }, ["body"]],
  [{ kind: "bug", name: "A", email: "a@example.org", body: "x".repeat(5001) }, ["body"]],
  [{ kind: "bug", name: "A", email: "a@example.org", body: "nul \0" }, ["body"]],
  [{ kind: "spam", name: "A", email: "a@example.org", body: "x" }, ["kind"]],
  [{ kind: "bug", name: "A", email: "a@example.org", body: "x", closed_at: null }, ["closed_at"]],
])("MM-03 %j is refused at its fields and not kept", async (body, fields) => {
  const before = (await messages()).length;
  const answer = await server.post("/api/contact", body);
  expect(answer.status).toBe(400);
  const { errors } = (await answer.json()) as { errors: { path: string }[] };
  expect(errors.map((error) => error.path)).toEqual(fields);
  expect(await messages()).toHaveLength(before);
});

test("MM-03 the sixth message within half an hour is refused with the time to wait", async () => {
  const strict = await testServices({ env: { RATE_LIMIT_FACTOR: "1" } });
  const limited = await testServer(strict, { roles: ["web"] });
  const write = () =>
    limited.post("/api/contact", { kind: "contact", name: "A", email: "a@example.org", body: "x" });
  for (let at = 0; at < 5; at++) expect((await write()).status).toBe(201);
  const refused = await write();
  expect([refused.status, Number(refused.headers.get("retry-after")) > 60]).toEqual([429, true]);
  await limited.close();
  await strict.close();
});
