/** Members with something of everything, and the archives that are made of them. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import sharp from "sharp";
import { extract, pack, type Header } from "tar-stream";
import { v7 as uuidv7 } from "uuid";
import { createCollection } from "#app/features/collections/commands.ts";
import { beginImport, receiveChunk, requestExport } from "#app/features/exports/commands.ts";
import { runImport } from "#app/features/exports/jobs/run-import.ts";
import { runExport } from "#app/features/exports/jobs/run.ts";
import {
  archiveOf,
  lastImport,
  readChunks,
  type OwnImport,
} from "#app/features/exports/queries.ts";
import { createWordList } from "#app/features/generation/commands/word-lists.ts";
import { insertPicture, storePicture } from "#app/features/pictures/commands.ts";
import { followCreator, likePicture } from "#app/features/social/commands.ts";
import type { Services } from "#app/services.ts";
import type { Member } from "#app/lib/actor.ts";
import { aMember, type TestMember } from "./factories.ts";

const never = new AbortController().signal;

export const asMember = ({ id }: { id: string }): Member => ({ role: "member", userId: id });

/** A picture whose file is its own, as the product stores it. @param shade makes it unlike others */
export async function aStoredPicture(
  services: Services,
  owner: { id: string },
  shade: number,
  options: {
    title?: string;
    isPublic?: boolean;
    sourceId?: string | null;
    createdAt?: Date;
    /** Kept as it is, without loss; a plain sheet as a JPEG when left out. */
    lossless?: Buffer;
  } = {},
): Promise<{ id: string; sha256: string; storageKey: string }> {
  const background = { r: shade % 256, g: (shade * 7) % 256, b: (shade * 13) % 256 };
  const plain = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
  const stored = await storePicture(services, {
    bytes: options.lossless ?? plain,
    ...(options.lossless === undefined && { keepAs: "jpeg" }),
    ownerId: owner.id,
    title: options.title ?? `Shade ${shade}`,
    prompt: `a plain sheet of shade ${shade}`,
    engine: { id: "sketch", label: "Sketch", neural: false },
    seed: shade,
    sourcePictureId: options.sourceId ?? null,
    ...(options.createdAt && { createdAt: options.createdAt }),
  });
  await services.db.transaction().execute((tx) =>
    insertPicture(tx, {
      ...stored,
      tags: ["plain", `shade ${shade}`],
      isPublic: options.isPublic ?? true,
      meta: { negative: "noise", quality: "standard" },
    }),
  );
  return { id: stored.id, sha256: stored.sha256, storageKey: stored.storageKey };
}

export type FullMember = {
  member: TestMember;
  friend: TestMember;
  /** The member's, oldest first; the second was made from the first, the third is private. */
  pictures: { id: string; sha256: string; storageKey: string }[];
  /** The friend's: one that everybody sees, and one that nobody else does. */
  open: { id: string; sha256: string };
  hidden: { id: string; sha256: string };
};

/** A member who has something of everything. */
export async function aFullMember(services: Services): Promise<FullMember> {
  const member = await aMember(services, { credits: 40, columns: { bio: "Paints sheets" } });
  const friend = await aMember(services, { name: "Tom Friend" });
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute));
  const first = await aStoredPicture(services, member, 11, { createdAt: at(1) });
  const options = { sourceId: first.id, createdAt: at(2), title: "Ein Bild, „zwei“ 🌿" };
  const second = await aStoredPicture(services, member, 22, options);
  const third = await aStoredPicture(services, member, 33, { isPublic: false, createdAt: at(3) });
  const open = await aStoredPicture(services, friend, 44, { title: "Open to all" });
  const hidden = await aStoredPicture(services, friend, 55, { title: "Friend's secret sheet" });
  const { id } = await createCollection(services, asMember(member), {
    name: "Sheets",
    is_public: true,
    picture_ids: [second.id, open.id, hidden.id, first.id],
  });
  await likePicture(services, asMember(member), open.id);
  await likePicture(services, asMember(member), hidden.id);
  await likePicture(services, asMember(member), first.id);
  await followCreator(services, asMember(member), friend.username);
  await services.db
    .insertInto("style_kits")
    .values({
      id: uuidv7(),
      owner_id: member.id,
      name: "Calm",
      palette: ["#0f766e"],
      picture_id: first.id,
    })
    .execute();
  const sky = { name: "sky", words: ["clear", "red"] };
  await createWordList(services, asMember(member), sky);
  await services.db
    .updateTable("collection_items")
    .set({ is_cover: true })
    .where("collection_id", "=", id)
    .where("picture_id", "=", second.id)
    .execute();
  // Hidden after it was liked and collected.
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", hidden.id)
    .execute();
  return { member, friend, pictures: [first, second, third], open, hidden };
}

/** Asks for an export and builds it. @returns its id */
export async function anExport(
  services: Services,
  member: { id: string },
  options: { chunk?: number } = {},
): Promise<string> {
  const { id } = await requestExport(services, asMember(member));
  await runExport(services, id, never, options);
  return id;
}

/** All bytes of a finished export. */
export async function archiveBytes(
  services: Services,
  member: { id: string },
  id: string,
): Promise<Buffer> {
  const { file } = await archiveOf(services.db, member.id, id);
  return Buffer.concat(await Array.fromAsync(readChunks(services.storage, file)));
}

/** The files of an archive, in order. */
export async function filesOfTar(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const parts = extract();
  Readable.from([bytes]).pipe(parts);
  for await (const entry of parts) {
    const pieces = await Array.fromAsync(entry as AsyncIterable<Buffer>);
    files.set(entry.header.name, Buffer.concat(pieces));
  }
  return files;
}

export type Entry = Partial<Header> & Pick<Header, "name"> & { body?: Buffer | string };

/** An archive of any entries, also of such that no export has. */
export async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  const bytes = Array.fromAsync(archive as AsyncIterable<Buffer>);
  for (const { body, ...header } of entries) {
    await new Promise<void>((resolve, reject) => {
      archive.entry(header, body ?? "", (error) => (error ? reject(error) : resolve()));
    });
  }
  archive.finalize();
  return Buffer.concat(await bytes);
}

export const sha256 = (bytes: Uint8Array | string) =>
  createHash("sha256").update(bytes).digest("hex");

/** Uploads an archive as a member does and takes it over. @returns how it ended */
export async function bringArchive(
  services: Services,
  member: { id: string },
  bytes: Buffer,
  formerName?: string,
): Promise<OwnImport> {
  const input = { size: bytes.length, ...(formerName !== undefined && { formerName }) };
  const { id, chunk } = await beginImport(services, asMember(member), input);
  for (let from = 0; from < bytes.length; from += chunk) {
    const part = bytes.subarray(from, from + chunk);
    await receiveChunk(services, asMember(member), { id, from }, part);
  }
  await runImport(services, id, never);
  return (await lastImport(services.db, member.id)) as OwnImport;
}

/** The files with manifests that are true of them. */
export function withTrueManifests(files: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const listOf = (isListed: (name: string) => boolean, from: ReadonlyMap<string, Buffer>) =>
    Buffer.from(
      [...from]
        .filter(([name]) => isListed(name))
        .map(([name, body]) => `${sha256(body)}  ${name}\n`)
        .join(""),
    );
  const found = new Map(files);
  found.set(
    "manifest-sha256.txt",
    listOf((name) => name.startsWith("data/"), found),
  );
  const isTag = (name: string) => !name.startsWith("data/") && name !== "tagmanifest-sha256.txt";
  found.set("tagmanifest-sha256.txt", listOf(isTag, found));
  return found;
}

/** An archive of these files, in order. */
export function tarOfFiles(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  return tarOf([...files].map(([name, body]) => ({ name, body })));
}
