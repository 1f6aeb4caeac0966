import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anExport,
  archiveBytes,
  asMember,
  aStoredPicture,
  bringArchive,
  filesOfTar,
} from "#tests/harness/archive.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { createKit } from "#app/features/generation/commands/kits.ts";
import { listKits } from "#app/features/generation/queries/kits.ts";
import { lineageOf } from "#app/features/pictures/queries.ts";
import type { OpenServices } from "#app/open-services.ts";

let here: OpenServices;
let there: OpenServices;
let member: TestMember;
let archive: Buffer;
const made: { id: string; sha256: string }[] = [];
beforeAll(async () => {
  [here, there] = await Promise.all([testServices(), testServices()]);
  member = await aMember(here);
  // The first refers to the others, which are taken over before it.
  for (const seed of [1, 2, 3]) made.push(await aStoredPicture(here, member, seed));
  const stranger = await aMember(here);
  const secret = await aPicture(here, stranger, { is_public: false });
  const rows = [made[1], made[2], secret].map(({ id }, place) => ({
    picture_id: made[0].id,
    place,
    reference_id: id,
    role: place === 0 ? "style" : "palette",
    weight: place === 0 ? 0.25 : null,
  }));
  await here.db.insertInto("picture_references").values(rows).execute();
  const words = { name: "Board", palette: [], material: "", lighting: "", camera: "" };
  const board = [{ pictureId: made[2].id, role: "palette" as const }];
  await createKit(here, asMember(member), { ...words, board });
  archive = await archiveBytes(here, member, await anExport(here, member));
});
afterAll(async () => {
  await here.close();
  await there.close();
});

test("an archive names references and mood boards by digest, and no private picture of others", async () => {
  const files = await filesOfTar(archive);
  const lines = (name: string) =>
    (files.get(name)?.toString("utf8") ?? "")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const first = lines("data/pictures.jsonl").find(({ sha256 }) => sha256 === made[0].sha256);
  expect(first?.["references"]).toEqual([
    { sha256: made[1].sha256, role: "style", weight: 0.25 },
    { sha256: made[2].sha256, role: "palette", weight: null },
  ]);
  expect(lines("data/style-kits.jsonl")).toMatchObject([
    { name: "Board", board: [{ sha256: made[2].sha256, role: "palette" }] },
  ]);
});

test("an import takes references and mood boards over", async () => {
  const newcomer = await aMember(there, { columns: { username: member.username } });
  expect(await bringArchive(there, newcomer, archive)).toMatchObject({
    state: "done",
    counts: { pictures: { added: 3 }, kits: { added: 1 } },
  });
  const rows = await there.db
    .selectFrom("pictures")
    .select(["id", "sha256"])
    .where("owner_id", "=", newcomer.id)
    .execute();
  const idOf = (sha256: string) => rows.find((row) => row.sha256 === sha256)?.id;
  const lineage = await lineageOf(there.db, idOf(made[0].sha256) ?? "", asMember(newcomer));
  expect(lineage?.references.map(({ role, picture }) => [role, picture?.id])).toEqual([
    ["style", idOf(made[1].sha256)],
    ["palette", idOf(made[2].sha256)],
  ]);
  const [kit] = (await listKits(there.db, asMember(newcomer))).own;
  expect(kit.board.map(({ id, role }) => [id, role])).toEqual([[idOf(made[2].sha256), "palette"]]);
});
