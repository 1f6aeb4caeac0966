import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { openAccount } from "#app/features/billing/commands.ts";
import { createMember, setPassword, setRole } from "./commands.ts";
import { hasAdmin, publicProfile, sessionUser } from "./queries.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const set = (id: string, columns: Record<string, unknown>) =>
  services.db.updateTable("users").set(columns).where("id", "=", id).execute();

test("the public profile of a creator has no e-mail, payment handle, role or coordinates", async () => {
  const ada = await aMember(services);
  await set(ada.id, {
    location_label: "London",
    location_lat: 51.5,
    location_lon: -0.1,
    paypal_email: "pay@example.org",
    stripe_link: "https://pay.example.org/ada",
    facebook_id: "ada.l",
  });
  const profile = await publicProfile(services.db, ada.username.toUpperCase());
  expect(profile).toMatchObject({
    username: ada.username,
    isDemo: false,
    location: { label: "London", country: null, city: null, state: null },
  });
  const text = JSON.stringify(profile);
  for (const secret of [ada.email, "pay@example.org", "pay.example.org", "ada.l", "51.5"]) {
    expect(text).not.toContain(secret);
  }
});

test("a banned creator has no public profile and no session", async () => {
  const ada = await aMember(services);
  await set(ada.id, { banned_at: new Date() });
  expect(await publicProfile(services.db, ada.username)).toBeNull();
  expect(await sessionUser(services.db, ada.id)).toBeNull();
});

test("nobody by that name is null", async () => {
  expect(await publicProfile(services.db, "nobody-by-that-name")).toBeNull();
});

test("AU-15 a renewal date is in UTC, a location without any part is null", async () => {
  const ada = await aMember(services);
  expect(await sessionUser(services.db, ada.id)).toMatchObject({
    renewalDate: null,
    location: null,
  });
  await set(ada.id, { renewal_date: new Date("2026-08-12T00:00:00Z"), location_city: "Bath" });
  expect(await sessionUser(services.db, ada.id)).toMatchObject({
    renewalDate: "2026-08-12T00:00:00.000Z",
    location: { city: "Bath", lat: null },
  });
});

test("an operator makes a member, who becomes admin and gets another password", async () => {
  expect(await hasAdmin(services.db)).toBe(false);
  const email = "operator@example.org";
  const member = { email, name: "Jo Keeper", password: "first-lantern-1" };
  const made = await createMember(services, member, openAccount);
  expect(made.username).toMatch(/^jo-keeper-/);
  await setRole(services, "OPERATOR@example.org", "admin");
  expect(await hasAdmin(services.db)).toBe(true);
  await setPassword(services, email, "second-lantern-2");
  await expect(setRole(services, "nobody@example.org", "admin")).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(setPassword(services, email, "password1")).rejects.toMatchObject({
    code: "unprocessable",
  });
});

test("a password that an operator sets revokes the links of reset mails, of its owner alone", async () => {
  const password = "first-lantern-1";
  const linked = async (email: string) => {
    const { id } = await createMember(services, { email, name: "Jo", password }, openAccount);
    const link = { id: randomUUID(), identifier: randomUUID(), value: id };
    const expires_at = new Date(Date.now() + 3_600_000);
    await services.db
      .insertInto("verifications")
      .values({ ...link, expires_at })
      .execute();
    return link.id;
  };
  const [own, other] = [await linked("own@example.org"), await linked("other@example.org")];
  await setPassword(services, "own@example.org", "second-lantern-2");
  const left = services.db.selectFrom("verifications").select("id");
  expect(await left.where("id", "in", [own, other]).execute()).toEqual([{ id: other }]);
});

test.each([
  ["email", { email: "taken@example.org", username: "free-name" }],
  ["username", { email: "free@example.org", username: "taken-name" }],
])("a member with a taken %s is refused and nothing is left behind", async (path, given) => {
  const base = { name: "Somebody", password: "third-lantern-3" };
  const first = { ...base, email: "taken@example.org", username: "taken-name" };
  await createMember(services, first, openAccount).catch((error: unknown) => error);
  await expect(createMember(services, { ...base, ...given }, openAccount)).rejects.toMatchObject({
    code: "conflict",
    info: { errors: [{ path, code: "taken" }] },
  });
});
