import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { pictureDays, picturesOfDay } from "../queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let slugs: string[];

beforeAll(async () => {
  services = await testServices();
  const owner = await aMember(services);
  const made = async (created_at: string, more = {}) =>
    (await aPicture(services, owner, { created_at: new Date(created_at), ...more })).slug;
  slugs = [
    await made("2026-01-31T23:59:59.999Z"),
    await made("2026-02-01T00:00:00.000Z"),
    await made("2026-02-01T23:59:59.999Z"),
  ];
  await made("2026-03-01T12:00:00Z", { is_public: false });
  await made("2026-03-02T12:00:00Z", { approved: false });
});
afterAll(() => services.close());

test("IM-08 the days with public pictures, oldest first", async () => {
  expect(await pictureDays(services.db)).toEqual(["2026-01-31", "2026-02-01"]);
});

test("IM-08 a day has its public pictures, from midnight to midnight UTC", async () => {
  const day = await picturesOfDay(services.db, "2026-02-01");
  expect(day.map(({ slug }) => slug)).toEqual(slugs.slice(1));
  expect(await picturesOfDay(services.db, "2026-03-01")).toEqual([]);
});
