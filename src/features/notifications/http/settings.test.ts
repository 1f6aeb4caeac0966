import { afterAll, beforeAll, expect, test } from "vitest";
import { askRoutes, type Ask } from "#tests/harness/ask.ts";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest } from "#app/lib/actor.ts";
import { activityKinds } from "#app/rules/notification-settings.ts";
import { notificationRoutes } from "../http.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let ask: Ask;
beforeAll(async () => {
  services = await testServices();
  ask = askRoutes(notificationRoutes(services));
});
afterAll(() => services.close());

const address = "/api/notifications/settings";

test("a member has all kinds on the site and no mail until they choose otherwise", async () => {
  const member = actorFor(await aMember(services));
  const other = actorFor(await aMember(services));
  const all = { site: activityKinds, mail: activityKinds, digest: "never" };
  expect(await (await ask(member, "GET", address)).json()).toEqual(all);
  const chosen = { site: ["follow"], mail: ["like", "like"], digest: "weekly" };
  const saved = { site: ["follow"], mail: ["like"], digest: "weekly" };
  expect(await (await ask(member, "PUT", address, chosen)).json()).toEqual(saved);
  expect(await (await ask(member, "GET", address)).json()).toEqual(saved);
  expect(await (await ask(other, "GET", address)).json()).toEqual(all);
});

test("unknown kinds and times are refused and change nothing; guests have no settings", async () => {
  const member = actorFor(await aMember(services));
  const good = { site: [], mail: [], digest: "daily" };
  await ask(member, "PUT", address, good);
  for (const bad of [{ site: ["poke"] }, { digest: "hourly" }, { more: true }, { mail: "like" }]) {
    expect((await ask(member, "PUT", address, { ...good, ...bad })).status).toBe(400);
  }
  expect(await (await ask(member, "GET", address)).json()).toEqual(good);
  expect((await ask(guest, "GET", address)).status).toBe(401);
  expect((await ask(guest, "PUT", address, good)).status).toBe(401);
});
