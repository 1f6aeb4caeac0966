import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anExport,
  archiveBytes,
  aStoredPicture,
  bringArchive,
  filesOfTar,
  sha256,
} from "#tests/harness/archive.ts";
import { aMember } from "#tests/harness/factories.ts";
import { aMask, anEditor, keepMask } from "#tests/harness/masks.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";

let here: OpenServices;
let there: OpenServices;
beforeAll(async () => {
  [here, there] = await Promise.all([testServices(), testServices()]);
});
afterAll(async () => {
  await here.close();
  await there.close();
});

test("an archive has the mask of an edit, once for all casts, and another installation leaves it and takes the rest", async () => {
  const editor = await anEditor(here);
  await aStoredPicture(here, editor.member, 1);
  const bytes = await aMask();
  // The same file under another id, one that no cast has, and one of somebody else's.
  const again = await keepMask(editor.app, bytes);
  await keepMask(editor.app, await aMask(30, 20, "#000000"));
  const stranger = await anEditor(here);
  for (const [caster, maskId] of [
    [editor, editor.maskId],
    [editor, again],
    [stranger, stranger.maskId],
  ] as const) {
    const { source } = caster;
    const { id } = await caster.cast({ prompt: "a boat", source, edit: { maskId, grow: 2 } });
    expect(id).toBeDefined();
  }
  const archive = await archiveBytes(here, editor.member, await anExport(here, editor.member));
  const files = await filesOfTar(archive);
  const masks = [...files].filter(([name]) => name.startsWith("records/masks/"));
  expect(masks).toHaveLength(1);
  const [[name, kept]] = masks;
  expect(name).toBe(`records/masks/${sha256(kept)}.png`);
  const casts = (files.get("records/casts.jsonl")?.toString("utf8") ?? "").trim().split("\n");
  expect(casts.map((line) => JSON.parse(line) as object)).toMatchObject(
    [1, 2].map(() => ({ mask: sha256(kept), edit: { grow: 2 } })),
  );
  expect(files.get("tagmanifest-sha256.txt")?.toString("utf8")).toContain(
    `${sha256(kept)}  ${name}\n`,
  );

  const newcomer = await aMember(there, { columns: { username: editor.member.username } });
  expect(await bringArchive(there, newcomer, archive)).toMatchObject({
    state: "done",
    counts: { pictures: { added: 1 } },
  });
  const round = await filesOfTar(
    await archiveBytes(there, newcomer, await anExport(there, newcomer)),
  );
  const pictures = (of: Map<string, Buffer>) => of.get("data/pictures.jsonl")?.toString("utf8");
  expect(pictures(round)).toBe(pictures(files));
  expect([...round.keys()].filter((one) => one.startsWith("records/masks/"))).toEqual([]);
});

test("a mask whose file is lost does not keep the archive from its member", async () => {
  const editor = await anEditor(here);
  const { source, maskId } = editor;
  await editor.cast({ prompt: "a boat", source, edit: { maskId } });
  const { storage_key: key } = await here.db
    .selectFrom("masks")
    .select("storage_key")
    .where("id", "=", maskId)
    .executeTakeFirstOrThrow();
  await here.storage.delete(key);
  const archive = await archiveBytes(here, editor.member, await anExport(here, editor.member));
  const files = await filesOfTar(archive);
  expect([...files.keys()].filter((name) => name.startsWith("records/masks/"))).toEqual([]);
  const [cast] = (files.get("records/casts.jsonl")?.toString("utf8") ?? "").trim().split("\n");
  expect(JSON.parse(cast)).toMatchObject({ mask: null, edit: { grow: 0 } });
});
