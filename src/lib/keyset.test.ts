import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { keysetPage } from "./keyset.ts";

let services: OpenServices;
/** Newest first; pictures of one moment come by their ids. */
let newest: string[];
let risingDownloads: string[];
beforeAll(async () => {
  services = await testServices();
  const owner = await aMember(services);
  const times = ["2026-01-03", "2026-01-02", "2026-01-02", "2026-01-02", "2026-01-01"];
  const downloads = [3, 1, 1, 0, 3];
  const made: { id: string; time: string; downloads: number }[] = [];
  for (const [at, time] of times.entries()) {
    const { id } = await aPicture(services, owner, {
      created_at: new Date(time),
      downloads: downloads[at],
    });
    made.push({ id, time, downloads: downloads[at] });
  }
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  const ids = (sorted: typeof made) => sorted.map(({ id }) => id);
  newest = ids(made.toSorted((a, b) => compare(b.time, a.time) || compare(b.id, a.id)));
  risingDownloads = ids(
    made.toSorted((a, b) => compare(a.downloads, b.downloads) || compare(a.id, b.id)),
  );
});
afterAll(() => services.close());

const rows = () =>
  services.db.selectFrom("pictures as p").select(["p.id", "p.created_at", "p.downloads"]);
const byTime = (paging: { cursor?: string; limit: number }) =>
  keysetPage(rows(), { by: "p.created_at", id: "p.id", at: (row) => row.created_at }, paging);
const byDownloads = (paging: { cursor?: string; limit: number }) =>
  keysetPage(
    rows(),
    { by: "p.downloads", id: "p.id", rank: (row) => row.downloads, direction: "asc" },
    paging,
  );

async function pages(list: typeof byTime, limit: number): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | null = null;
  do {
    const { page, next } = await list({ limit, ...(cursor !== null && { cursor }) });
    found.push(page.map(({ id }) => id));
    cursor = next;
  } while (cursor !== null);
  return found;
}

test.each([1, 2, 3, 5, 9])("pages of %i join without a gap or a repeat", async (limit) => {
  const expected = (ids: string[]) =>
    Array.from({ length: Math.ceil(ids.length / limit) }, (_, at) =>
      ids.slice(at * limit, (at + 1) * limit),
    );
  expect(await pages(byTime, limit)).toEqual(expected(newest));
  expect(await pages(byDownloads, limit)).toEqual(expected(risingDownloads));
});

test("a cursor of another kind of list, and a made-up one, are refused", async () => {
  const { next } = await byTime({ limit: 1 });
  for (const cursor of [next ?? "", "nonsense", ""]) {
    await expect(byDownloads({ cursor, limit: 1 })).rejects.toMatchObject({
      code: "invalid-request",
    });
  }
});
