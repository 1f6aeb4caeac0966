import { expect, test } from "vitest";
import { googleProvider } from "../harness/google.ts";
import { postAs } from "../harness/second-factor.ts";
import { cookieOf, testServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

const personOf = (name: string) => ({
  sub: name,
  email: `${name}@example.org`,
  email_verified: true,
  name,
});

test("CO-06 a member whose account waits for its deletion is led to where it is kept, by their own sign-in alone", async () => {
  const google = await googleProvider();
  const services = await testServices({ env: google.settings });
  const server = await testServer(services, { roles: ["web"] });
  const signIn = async (name: string) => {
    google.person = personOf(name);
    const begun = await server.post("/api/auth/sign-in/oauth2", { providerId: "google" });
    const { url } = (await begun.json()) as { url: string };
    const consented = await fetch(url, { redirect: "manual" });
    const { pathname, search } = new URL(consented.headers.get("location") ?? "");
    const headers = { cookie: cookieOf(begun) };
    return server.fetch(`${pathname}${search}`, { redirect: "manual", headers });
  };
  const memberOf = (name: string) =>
    services.db
      .selectFrom("users")
      .select(["username", "delete_key"])
      .where("email", "=", personOf(name).email)
      .executeTakeFirstOrThrow();

  const cookie = cookieOf(await signIn("zoe"));
  const { username } = await memberOf("zoe");
  const asked = await postAs(server, cookie, "/api/account/deletion", { username });
  expect(asked.status).toBe(202);
  const { delete_key: key } = await memberOf("zoe");
  const answer = await signIn("zoe");
  expect(cookieOf(answer)).not.toMatch(/session_token=[^;]/);
  expect(answer.headers.get("location")).toBe(`/appeal/${key}`);
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect((await signIn("ada")).headers.get("location")).not.toContain("/appeal/");
  await server.close();
  await services.close();
  await google.close();
});
