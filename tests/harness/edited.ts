/** Members with edits, and the masks in their archives. */
import sharp from "sharp";
import type { OpenServices } from "#app/open-services.ts";
import { noExtension } from "#app/rules/edit-limits.ts";
import { anExport, archiveBytes, aStoredPicture, filesOfTar } from "./archive.ts";
import { aMask, anEditor, keepMask } from "./masks.ts";

/** An image of 30 by 20 pixels that the member's cast with this mask made of another, as a worker delivers it. */
async function anEdited(
  services: OpenServices,
  member: { id: string },
  { sourceId, castId, shade }: { sourceId: string; castId: string; shade: number },
) {
  const plain = { create: { width: 30, height: 20, channels: 3 as const, background: "#123456" } };
  const lossless = await sharp(plain).modulate({ hue: shade }).png().toBuffer();
  const made = await aStoredPicture(services, member, shade, { sourceId, lossless });
  const edit = { grow: 2, feather: 0, extend: noExtension };
  await services.db
    .updateTable("pictures")
    .set({ generation_id: castId, gen_meta: JSON.stringify({ edit }) })
    .where("id", "=", made.id)
    .execute();
  const progress = JSON.stringify([{ state: "done" }]);
  await services.db
    .updateTable("generations")
    .set({ delivered: 1, progress })
    .where("id", "=", castId)
    .execute();
  return made;
}

/** A member with two edited images by equal masks, and an edit by another mask that made none. */
export async function aWholeEditor(services: OpenServices) {
  const editor = await anEditor(services);
  const { member, app, source } = editor;
  const { id: sourceId } = await aStoredPicture(services, member, 1);
  const white = await aMask();
  const ids = [editor.maskId, await keepMask(app, white), await keepMask(app, await halfWhite())];
  // One that no cast has is in no archive.
  await keepMask(app, await aMask(30, 20, "#000000"));
  const casts: string[] = [];
  for (const maskId of ids) {
    const { id } = await editor.cast({ prompt: "a boat", source, edit: { maskId, grow: 2 } });
    casts.push(id ?? "");
  }
  const made = [
    await anEdited(services, member, { sourceId, castId: casts[0], shade: 10 }),
    await anEdited(services, member, { sourceId, castId: casts[1], shade: 90 }),
  ];
  return { ...editor, ids, made };
}

const halfWhite = () =>
  sharp({ create: { width: 15, height: 20, channels: 3, background: "#ffffff" } })
    .extend({ right: 15, background: "#000000" })
    .png()
    .toBuffer();

/** The archive of a new export. */
export const archiveFiles = async (services: OpenServices, member: { id: string }) => {
  const bytes = await archiveBytes(services, member, await anExport(services, member));
  return { bytes, files: await filesOfTar(bytes) };
};

/** Names of the masks in an archive. */
export const masksIn = (files: Map<string, Buffer>) =>
  [...files.keys()].filter((name) => name.includes("/masks/"));
