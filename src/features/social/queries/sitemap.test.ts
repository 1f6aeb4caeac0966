import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { creatorMonths, creatorsOfMonth } from "../queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let usernames: string[];

async function came(at: string, banned = false, picture: object | null = {}) {
  const columns = { created_at: new Date(at), ...(banned && { banned_at: new Date(at) }) };
  const member = await aMember(services, { columns });
  if (picture !== null) await aPicture(services, member, picture);
  return member.username;
}

beforeAll(async () => {
  services = await testServices();
  usernames = [
    await came("2025-12-31T23:59:59.999Z"),
    await came("2026-02-01T00:00:00.000Z"),
    await came("2026-02-28T23:59:59.999Z"),
  ];
  await came("2026-02-03T00:00:00Z", true);
  await came("2026-03-03T00:00:00Z", false, null);
  await came("2026-04-03T00:00:00Z", false, { is_public: false });
});
afterAll(() => services.close());

test("IM-08 the months in which creators with public pictures came, without empty ones", async () => {
  expect(await creatorMonths(services.db)).toEqual(["2025-12", "2026-02"]);
});

test("IM-08 a month has its creators, who are not banned and show something", async () => {
  expect(await creatorsOfMonth(services.db, "2026-02")).toEqual(usernames.slice(1));
  for (const month of ["2026-03", "2026-04", "2026-13"]) {
    expect(await creatorsOfMonth(services.db, month)).toEqual([]);
  }
});
