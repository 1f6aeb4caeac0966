import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDeletionDay } from "#app/rules/deletion.ts";
import { aPicture } from "../harness/factories.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** The deletion of accounts, as it is seen from outside. */

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let admin: SignedUp;
beforeAll(async () => {
  services = await testServices();
  server = await testServer(services);
  admin = await server.signUp("Ada Admin");
  await services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const json = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const usernameOf = async ({ userId }: SignedUp) => {
  const query = services.db.selectFrom("users").select("username").where("id", "=", userId);
  return (await query.executeTakeFirstOrThrow()).username;
};
const signIn = ({ email, password }: SignedUp) =>
  server.post("/api/auth/sign-in/email", { email, password });

test("CO-06 a member asks with password and username, signs in to read until when, and keeps the account", async () => {
  const member = await server.signUp("Lea Leaving");
  const picture = await aPicture(services, { id: member.userId });
  const username = await usernameOf(member);
  const ask = (body: object) => member.fetch("/api/account/deletion", json(body));
  for (const body of [{ username }, { username, password: "not-the-password-9" }]) {
    const refused = await ask(body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: [{ path: "password" }] });
  }
  const other = await ask({ username: "somebody", password: member.password });
  expect(other.status).toBe(400);
  expect((await server.fetch(`/api/picture/${picture.id}`)).status).toBe(200);

  const asked = await ask({ username, password: member.password });
  expect(asked.status).toBe(202);
  const { key, dueAt } = (await asked.json()) as { key: string; dueAt: string };
  expect((await member.fetch("/api/profile")).status).toBe(401);
  expect((await server.fetch(`/api/picture/${picture.id}`)).status).toBe(404);

  const refused = await signIn(member);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    code: "ACCOUNT_LEAVING",
    detail: `Your account will be deleted on ${formatDeletionDay(new Date(dueAt))} – keep it: ${services.env.SERVER_URL}/appeal/${key}`,
  });
  const wrong = await server.post("/api/auth/sign-in/email", {
    email: member.email,
    password: "not-the-password-9",
  });
  expect(wrong.status).toBe(401);
  expect(await wrong.text()).not.toContain(key);

  const told = await server.fetch(`/api/deletions/${key}`);
  expect(await told.json()).toMatchObject({ kind: "account", state: "waiting", dueAt });
  const kept = await server.fetch(`/api/deletions/${key}/keep`, json({}));
  expect(kept.status).toBe(204);
  expect((await signIn(member)).status).toBe(200);
  expect((await server.fetch(`/api/picture/${picture.id}`)).status).toBe(200);
  expect((await server.fetch(`/api/deletions/${key}/keep`, json({}))).status).toBe(409);
});

test("CO-06 an admin asks for a member's deletion and keeps the account again", async () => {
  const member = await server.signUp("Mia Member");
  const address = `/api/admin/members/${member.userId}/deletion`;
  expect((await admin.fetch(address, json({}))).status).toBe(202);
  expect((await admin.fetch(address, json({}))).status).toBe(409);
  expect((await signIn(member)).status).toBe(403);
  expect((await admin.fetch(address, { method: "DELETE" })).status).toBe(204);
  expect((await signIn(member)).status).toBe(200);
  expect((await admin.fetch(address, { method: "DELETE" })).status).toBe(404);
});

test("CO-06 a picture that is deleted for ever is gone from page, API and image host at once", async () => {
  const member = await server.signUp("Pia Painter");
  const picture = await aPicture(services, { id: member.userId });
  const original = `/${picture.storage_key}`;
  const answer = await member.fetch(`/api/picture/${picture.id}/erase`, json({}));
  expect(answer.status).toBe(202);
  const { receipt } = (await answer.json()) as { receipt: string };
  expect((await server.fetch(`/api/picture/${picture.id}`)).status).toBe(404);
  expect((await server.fetch(original)).status).toBe(404);
  const told = await server.fetch(`/api/deletions/${receipt}`);
  expect(await told.json()).toMatchObject({ kind: "picture", removed: { pictures: 1 } });
});
