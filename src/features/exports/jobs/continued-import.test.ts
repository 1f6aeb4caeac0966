import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aFullMember,
  anExport,
  archiveBytes,
  asMember,
  aStoredPicture,
} from "#tests/harness/archive.ts";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { beginImport, receiveChunk } from "../commands.ts";
import { lastImport } from "../queries.ts";
import { runImport } from "./run-import.ts";

const never = new AbortController().signal;
let here: OpenServices;
let there: OpenServices;
beforeAll(async () => {
  [here, there] = await Promise.all([testServices(), testServices()]);
});
afterAll(async () => {
  await here.close();
  await there.close();
});

test("CO-06 an import whose worker ends again and again is continued, and has each image once", async () => {
  const site = await testServices();
  try {
    const { member } = await aFullMember(here);
    const archive = await archiveBytes(here, member, await anExport(here, member));
    const { username } = member;
    const arrived = await aMember(site, { columns: { username } });
    const { id } = await beginImport(site, asMember(arrived), { size: archive.length });
    await receiveChunk(site, asMember(arrived), { id, from: 0 }, archive);
    // It ends once while files are checked, once while they are stored, and once between two rows.
    const ends = [
      { table: "imaging", nth: 2 },
      { table: "storage", nth: 2 },
    ] as const;
    for (const { table, nth } of ends) {
      const ending = new AbortController();
      let calls = 0;
      const count = () => {
        calls += 1;
        if (calls === nth) {
          ending.abort();
          throw new Error("the worker was killed");
        }
      };
      const broken = {
        ...site,
        ...(table === "imaging" && {
          imaging: {
            ...site.imaging,
            look: (given: Uint8Array) => (count(), site.imaging.look(given)),
          },
        }),
        ...(table === "storage" && {
          storage: {
            ...site.storage,
            put: (key: string, given: Uint8Array) => (count(), site.storage.put(key, given)),
          },
        }),
      };
      await runImport(broken, id, ending.signal);
      expect(await lastImport(site.db, arrived.id)).toMatchObject({ state: "queued" });
    }
    // All of it was checked, so it is read twice more: for the images, and for the rest.
    let reads = 0;
    const counted = {
      ...site,
      storage: {
        ...site.storage,
        stream(...given: Parameters<typeof site.storage.stream>) {
          reads += 1;
          return site.storage.stream(...given);
        },
      },
    };
    await runImport(counted, id, never);
    expect(reads).toBe(2);
    expect(await lastImport(site.db, arrived.id)).toMatchObject({
      state: "done",
      counts: { pictures: { added: 3 } },
    });
    expect(await site.db.selectFrom("pictures").select("id").execute()).toHaveLength(3);
  } finally {
    await site.close();
  }
});

test("CO-06 an import that is continued looks only at the images that it had not noted", async () => {
  const images = 20;
  const author = await aMember(here);
  for (let shade = 0; shade < images; shade += 1) await aStoredPicture(here, author, shade);
  const bytes = await archiveBytes(here, author, await anExport(here, author));
  const arrived = await aMember(there, { columns: { username: author.username } });
  const { id } = await beginImport(there, asMember(arrived), { size: bytes.length });
  await receiveChunk(there, asMember(arrived), { id, from: 0 }, bytes);
  const ending = new AbortController();
  let looks = 0;
  const looking = (isKilledAt: number | null) => ({
    ...there,
    imaging: {
      ...there.imaging,
      look(given: Uint8Array) {
        looks += 1;
        if (looks === isKilledAt) {
          ending.abort();
          throw new Error("the worker was killed");
        }
        return there.imaging.look(given);
      },
    },
  });
  await runImport(looking(images), id, ending.signal);
  looks = 0;
  await runImport(looking(null), id, never);
  // Sixteen are noted at a time.
  expect(looks).toBe(images - 16);
  expect(await lastImport(there.db, arrived.id)).toMatchObject({
    state: "done",
    counts: { pictures: { added: images } },
  });
});
