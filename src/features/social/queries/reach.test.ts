import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { likePicture } from "../commands.ts";
import { reachOf } from "./reach.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

test("B30 likes of one's own pictures are no reach", async () => {
  const [owner, fan] = [await aMember(services), await aMember(services)];
  const [first, second] = [await aPicture(services, owner), await aPicture(services, owner)];
  for (const { id } of [first, second]) await likePicture(services, actorFor(owner), id);
  await likePicture(services, actorFor(fan), first.id);
  const { likes, daily } = await reachOf(services.db, owner.id, 7);
  expect(likes).toEqual({ total: 1, recent: 1 });
  expect(daily.at(-1)).toBe(1);
});
