import { afterAll, beforeAll, expect, test } from "vitest";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";

let server: TestServer;
/** For tests that do not change the profile. */
let unchanged: SignedUp;
beforeAll(async () => {
  server = await testServer();
  unchanged = await server.signUp();
});
afterAll(() => server.close());

const patch = (member: SignedUp, body: unknown) =>
  member.fetch("/api/profile", {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const clientFields = [
  "id",
  "email",
  "name",
  "lastName",
  "username",
  "avatar",
  "coverPhotoUrl",
  "role",
  "credits",
  "plan",
  "renewalDate",
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
  "canChangeUsername",
];

test("AU-15 the session user has every client field of docs/product.md 3.1 and no other", async () => {
  const ada = await server.signUp();
  const profile = (await (await ada.fetch("/api/profile")).json()) as object;
  expect(Object.keys(profile).toSorted()).toEqual(clientFields.toSorted());
});

test("AU-14 the role comes from the users row on every request; signed out is guest", async () => {
  const ada = await server.signUp();
  const role = async () =>
    ((await (await ada.fetch("/api/profile")).json()) as { role: string }).role;
  const set = (to: string) =>
    server.services.db
      .updateTable("users")
      .set({ role: to })
      .where("id", "=", ada.userId)
      .execute();
  expect(await role()).toBe("member");
  await set("admin");
  expect(await role()).toBe("admin");
  await set("user");
  expect(await role()).toBe("user");
  expect((await server.fetch("/api/profile")).status).toBe(401);
});

test("a profile is changed field by field and read back", async () => {
  const ada = await server.signUp();
  const answer = await patch(ada, {
    name: "  Ada  King ",
    lastName: "Lovelace",
    bio: "Notes\non the engine",
    website: "https://Example.org/ada",
    location: { label: "London", country: "UK", lat: 51.5, lon: -0.12 },
    twitterUsername: "@ada_l",
    paypalEmail: "Ada@Example.org",
  });
  expect(answer.status).toBe(200);
  const after = await (await ada.fetch("/api/profile")).json();
  expect(after).toMatchObject({
    name: "Ada  King",
    lastName: "Lovelace",
    bio: "Notes\non the engine",
    website: "https://example.org/ada",
    location: { label: "London", country: "UK", city: null, lat: 51.5, lon: -0.12 },
    twitterUsername: "ada_l",
    paypalEmail: "ada@example.org",
  });
  await patch(ada, { bio: "", location: null });
  expect(await (await ada.fetch("/api/profile")).json()).toMatchObject({
    bio: null,
    location: null,
    lastName: "Lovelace",
  });
});

test.each([
  ["role", { role: "admin" }],
  ["credits", { credits: 99_999 }],
  ["plan", { plan: "Studio" }],
  ["id", { id: "00000000-0000-4000-8000-000000000000" }],
  ["email", { email: "other@example.org" }],
  ["canChangeUsername", { canChangeUsername: true }],
  ["is_demo", { is_demo: true }],
  ["avatar", { avatar: "https://example.org/a.png" }],
  ["name", { name: "  " }],
  ["name", { name: "a\u202egnp.exe" }],
  ["bio", { bio: "x".repeat(501) }],
  ["website", { website: "javascript:alert(1)" }],
  ["website", { website: "//evil.example" }],
  ["website", { website: "http:evil.example" }],
  ["website", { website: `https://example.org/${"x".repeat(3000)}` }],
  ["website", { website: "https://user:secret@example.org" }],
  ["stripeLink", { stripeLink: "data:text/html,x" }],
  ["twitterUsername", { twitterUsername: "a b" }],
  ["paypalEmail", { paypalEmail: "nobody" }],
  ["location.lat", { location: { lat: 91, lon: 0 } }],
  ["location", { location: { lat: 9 } }],
  ["location.planet", { location: { planet: "Mars" } }],
])("a forbidden or invalid %s is refused with the field's name", async (path, body) => {
  const answer = await patch(unchanged, { profession: "poet", ...body });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const problem = (await answer.json()) as { errors: { path: string }[] };
  expect(problem.errors.map((error) => error.path)).toContain(path);
  const after = await (await unchanged.fetch("/api/profile")).json();
  expect(after).toMatchObject({ name: unchanged.name, profession: null });
});

test("a look-alike host is shown in its ASCII form", async () => {
  const ada = await server.signUp();
  await patch(ada, { website: "https://\u0430pple.com" });
  const after = (await (await ada.fetch("/api/profile")).json()) as { website: string };
  expect(after.website).toBe("https://xn--pple-43d.com/");
});

test("a username can be changed once", async () => {
  const ada = await server.signUp();
  const first = await patch(ada, { username: "Countess.Ada" });
  expect(first.status).toBe(200);
  expect(await first.json()).toMatchObject({ username: "countess.ada", canChangeUsername: false });
  const same = await patch(ada, { username: "countess.ada", bio: "still here" });
  expect(same.status).toBe(200);
  const second = await patch(ada, { username: "countess-ada" });
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ errors: [{ path: "username", code: "fixed" }] });
});

test("a taken, reserved or malformed username is refused and does not use up the change", async () => {
  const ada = await server.signUp();
  const bob = await server.signUp("Bob");
  const { username } = (await (await bob.fetch("/api/profile")).json()) as { username: string };
  const taken = await patch(ada, { username: username.toUpperCase() });
  expect(taken.status).toBe(409);
  expect(await taken.json()).toMatchObject({ errors: [{ path: "username", code: "taken" }] });
  for (const bad of [
    "admin",
    "a.d.m.i.n",
    "ab",
    "-ada",
    "ada-",
    "a b",
    "x".repeat(31),
    "\u0430da",
  ]) {
    expect([bad, (await patch(ada, { username: bad })).status]).toEqual([bad, 400]);
  }
  expect(await (await ada.fetch("/api/profile")).json()).toMatchObject({ canChangeUsername: true });
});
