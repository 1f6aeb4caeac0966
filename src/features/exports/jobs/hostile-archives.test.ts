import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anExport,
  archiveBytes,
  aStoredPicture,
  bringArchive,
  filesOfTar,
  tarOfFiles,
} from "#tests/harness/archive.ts";
import { aMember, type TestMember } from "#tests/harness/factories.ts";
import { wrongContainers } from "#tests/harness/hostile/containers.ts";
import { wrongContents } from "#tests/harness/hostile/contents.ts";
import { anotherJpeg, misnamed, type Base } from "#tests/harness/hostile/make.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";

const attacks = [...wrongContainers, ...wrongContents];

let services: OpenServices;
let target: TestMember;
let base: Base;
beforeAll(async () => {
  services = await testServices();
  const author = await aMember(services);
  await aStoredPicture(services, author, 201);
  await aStoredPicture(services, author, 202);
  const bytes = await archiveBytes(services, author, await anExport(services, author));
  const files = await filesOfTar(bytes);
  const digests = [...files.keys()].flatMap(
    (name) => /^data\/pictures\/(\w+)\.jpg$/.exec(name)?.[1] ?? [],
  );
  base = { bytes, files, digests };
  // Another installation, as far as the archive can know: nobody has its pictures or its name.
  await services.close();
  services = await testServices();
  target = await aMember(services, { columns: { username: author.username } });
});
afterAll(() => services.close());

async function everything(): Promise<unknown> {
  const tables = [
    "pictures",
    "collections",
    "likes",
    "follows",
    "style_kits",
    "word_lists",
    "import_pictures",
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => services.db.selectFrom(table).selectAll().execute()),
  );
  const user = services.db.selectFrom("users").selectAll().where("id", "=", target.id);
  return {
    rows,
    user: await user.executeTakeFirst(),
    files: await Array.fromAsync(services.storage.list("")),
  };
}

test("CO-06 there are at least a hundred hostile archives, each of another kind", () => {
  expect(attacks.length).toBeGreaterThanOrEqual(100);
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
});

test.each(attacks)("CO-06 refused with nothing left behind: $name", async ({ says, make }) => {
  const before = await everything();
  const ended = await bringArchive(services, target, await make(base));
  expect(ended).toMatchObject({ state: "refused" });
  expect(ended.reason).toMatch(says);
  expect(await everything()).toEqual(before);
});

test("CO-06 an archive cannot put another file in the place of somebody's picture", async () => {
  const victim = await aMember(services);
  const { sha256, storageKey } = await aStoredPicture(services, victim, 210);
  const before = await services.storage.get(storageKey);
  const archive = await misnamed(anotherJpeg, sha256)(base);
  const ended = await bringArchive(services, target, archive);
  expect(ended).toMatchObject({ state: "refused" });
  expect((await services.storage.get(storageKey))?.bytes).toEqual(before?.bytes);
});

test("CO-06 the archive that the hostile ones are made from is taken", async () => {
  const ended = await bringArchive(services, target, base.bytes);
  expect(ended).toMatchObject({ state: "done", counts: { pictures: { added: 2 } } });
  const same = await bringArchive(services, target, await tarOfFiles(base.files));
  expect(same).toMatchObject({ state: "done", counts: { pictures: { known: 2 } } });
});
