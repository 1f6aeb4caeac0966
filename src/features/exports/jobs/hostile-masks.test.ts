import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bringArchive, sha256, tarOfFiles, withTrueManifests } from "#tests/harness/archive.ts";
import { archiveFiles, aWholeEditor, masksIn } from "#tests/harness/edited.ts";
import { aMember, type TestMember } from "#tests/harness/factories.ts";
import { aMask } from "#tests/harness/masks.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";

let here: OpenServices;
let there: OpenServices;
let whole: Awaited<ReturnType<typeof archiveFiles>>;
let name: string;
let newcomer: TestMember;
beforeAll(async () => {
  [here, there] = await Promise.all([testServices(), testServices()]);
  const { member } = await aWholeEditor(here);
  whole = await archiveFiles(here, member);
  name = masksIn(whole.files).find((one) => one.startsWith("data/")) ?? "";
  newcomer = await aMember(there, { columns: { username: member.username } });
});
afterAll(async () => {
  await here.close();
  await there.close();
});

/** Archives with a mask that no export has, by a change of one that is whole. */
const hostileMasks: [what: string, says: RegExp, change: (of: Forged) => Promise<void> | void][] = [
  ["is a page", /must be a PNG/, ({ put }) => put(Buffer.from("<script>alert(1)</script>"))],
  ["has no bytes", /must be a PNG/, ({ put }) => put(Buffer.alloc(0))],
  [
    "only begins as a PNG",
    /damaged|read/i,
    async ({ put }) => put((await aMask()).subarray(0, 40)),
  ],
  ["has colours", /not in grey/, async ({ put }) => put(await aMask())],
  [
    "is transparent",
    /not in grey/,
    async ({ put }) =>
      put(
        await sharp(await aMask())
          .toColourspace("b-w")
          .ensureAlpha(0.5)
          .png()
          .toBuffer(),
      ),
  ],
  [
    "has sixteen bits",
    /not in grey/,
    async ({ put }) =>
      put(
        await sharp(await aMask())
          .toColourspace("grey16")
          .png()
          .toBuffer(),
      ),
  ],
  ["moves", /Animated/, ({ put, kept }) => put(moving(kept))],
  ["has other sides than the image", /other sides/, async ({ put }) => put(await greyMask(31, 20))],
  ["has 56 megapixels", /megapixels/, async ({ put }) => put(await greyMask(8000, 7000))],
  ["has 9 MB", /too large/, ({ put, kept }) => put(Buffer.concat([kept, Buffer.alloc(9e6)]))],
  [
    "is not named by its digest",
    /not named by the SHA-256/,
    ({ files, name, kept }) => void files.set(name, Buffer.concat([kept, Buffer.from([0])])),
  ],
  ["is not there", /is not there/, ({ files, name }) => void files.delete(name)],
  ["is of no image", /is of no image/, async ({ add }) => add(await greyMask(30, 20, "#000000"))],
  [
    "is of an image that is no edit",
    /belongs to an edit/,
    ({ files }) =>
      record(files, (text) => text.replaceAll(/"edit":\{"extend":\{[^}]*\},[^}]*\}/g, '"note":""')),
  ],
  [
    "is larger than edits can add",
    /edit/,
    ({ files }) => record(files, (text) => text.replaceAll('"left":0', '"left":999999')),
  ],
  [
    "is a path",
    /mask/,
    ({ files }) => record(files, (text) => text.replaceAll(/"mask":"\w+"/g, '"mask":"../../x"')),
  ],
];

type Forged = {
  files: Map<string, Buffer>;
  name: string;
  kept: Buffer;
  /** Puts another file in its place, and names it in the records. */
  put: (bytes: Buffer) => void;
  add: (bytes: Buffer) => void;
};

function record(files: Map<string, Buffer>, change: (text: string) => string): void {
  const name = "data/pictures.jsonl";
  const text = files.get(name)?.toString("utf8") ?? "";
  expect(change(text)).not.toBe(text);
  files.set(name, Buffer.from(change(text)));
}

const greyMask = async (...mask: Parameters<typeof aMask>) =>
  sharp(await aMask(...mask))
    .toColourspace("b-w")
    .png()
    .toBuffer();

function moving(png: Buffer): Buffer {
  const control = Buffer.from("000000086163544c0000000200000000f38d9370", "hex");
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
}

const everything = async () => ({
  masks: await there.db.selectFrom("masks").selectAll().execute(),
  pictures: await there.db.selectFrom("pictures").select("id").execute(),
  rows: await there.db.selectFrom("import_pictures").select("sha256").execute(),
  files: await Array.fromAsync(there.storage.list("")),
});

test.each(hostileMasks)(
  "CO-06 refused with nothing left behind: a mask that %s",
  async (_, says, change) => {
    const before = await everything();
    // In the order of the archive, with room for one more mask before the images.
    const files = new Map(whole.files);
    const kept = files.get(name) ?? Buffer.alloc(0);
    const add = (bytes: Buffer) => {
      const entries = [...files];
      const at = entries.findIndex(([one]) => one === name);
      entries.splice(at, 0, [`data/masks/${sha256(bytes)}.png`, bytes]);
      files.clear();
      for (const [key, value] of entries) files.set(key, value);
    };
    const put = (bytes: Buffer) => {
      add(bytes);
      files.delete(name);
      record(files, (text) => text.replaceAll(/"mask":"\w+"/g, `"mask":"${sha256(bytes)}"`));
    };
    await change({ files, name, kept, put, add });
    const archive = await tarOfFiles(withTrueManifests(files));
    const ended = await bringArchive(there, newcomer, archive);
    expect(ended).toMatchObject({ state: "refused", reason: expect.stringMatching(says) });
    expect(await everything()).toEqual(before);
  },
);
