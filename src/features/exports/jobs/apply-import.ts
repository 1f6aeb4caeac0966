import { createInFlight } from "#app/lib/in-flight.ts";
import { isAppError } from "#app/lib/errors.ts";
import { formatOfKey, originalKey } from "#app/rules/picture-files.ts";
import { portraitKinds, type PortraitKind } from "#app/rules/portraits.ts";
import { takeOverCollection } from "#app/features/collections/commands.ts";
import { takeOverKit, takeOverWordList } from "#app/features/generation/commands.ts";
import { setPortrait, updateProfile } from "#app/features/identity/commands.ts";
import { sessionUser } from "#app/features/identity/queries.ts";
import { followCreator, likePicture } from "#app/features/social/commands.ts";
import { holdFiles } from "#app/features/pictures/commands.ts";
import type { ImportCounts } from "../queries.ts";
import { idsHere } from "./book-pictures.ts";
import { parseRecord, readProfile } from "./check-import.ts";
import {
  memberOf,
  type ImportServices,
  type ImportTarget,
  type Progress,
} from "./import-target.ts";
import { bookMask } from "./masks.ts";
import { readArchive, type ArchiveFile } from "./read-archive.ts";

/** Images written at the same time: while one is written, the next ones are read. */
const storedAtOnce = 4;

/** Whether an original is there, and stays: a deletion that began before the import was known may be under way. */
async function hasOriginal(
  { db, storage }: ImportServices,
  { key, digest, size }: { key: string; digest: string; size: number },
): Promise<boolean> {
  const isWhole = async () => (await storage.head(key))?.size === size;
  if (!(await isWhole())) return false;
  return db.transaction().execute(async (tx) => {
    await holdFiles(tx, digest);
    return isWhole();
  });
}

/** Puts the files of the archive's pictures into the store, but for those that are there. */
export async function storeOriginals(
  services: ImportServices,
  { id }: ImportTarget,
  pieces: AsyncIterable<Uint8Array>,
  onProgress: Progress,
): Promise<void> {
  const { db, storage } = services;
  const { total } = await db
    .selectFrom("import_pictures")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("import_id", "=", id)
    .executeTakeFirstOrThrow();
  let done = 0;
  await onProgress(done, total);
  const work = createInFlight(storedAtOnce);
  async function store(file: ArchiveFile): Promise<void> {
    if (file.digest === null) return;
    const key = originalKey(file.digest, formatOfKey(file.name));
    const isThere = await hasOriginal(services, { key, digest: file.digest, size: file.size });
    const given = isThere ? null : await file.bytes();
    await work.begin(async () => {
      if (given !== null) await storage.put(key, given);
      done += 1;
      await onProgress(done, total);
    });
  }
  try {
    await readArchive(pieces, store);
  } finally {
    await work.end();
  }
}

async function takeOverProfile(
  services: ImportServices,
  target: ImportTarget,
  file: ArchiveFile,
): Promise<void> {
  const { username: _, name: _name, location, ...given } = await readProfile(file);
  const now = await sessionUser(services.db, target.userId);
  if (now === null) return;
  // What the member has said here stays.
  const missing = Object.entries(given).filter(
    ([key, value]) => value !== null && (now as Record<string, unknown>)[key] === null,
  );
  await updateProfile(services, memberOf(target), {
    ...Object.fromEntries(missing),
    ...(location !== null && now.location === null && { location: { label: location } }),
  });
}

/** Takes over everything else: collections, likes, follows, style kits, word lists, masks and the profile. */
export async function bookRest(
  services: ImportServices,
  target: ImportTarget,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Omit<ImportCounts, "pictures" | "withoutSource">> {
  const member = memberOf(target);
  const counts = {
    collections: { added: 0, known: 0, withoutImages: 0 },
    likes: { added: 0, notHere: 0 },
    follows: { added: 0, notHere: 0 },
    kits: { added: 0, known: 0 },
    wordLists: { added: 0, known: 0 },
    masks: { added: 0, known: 0 },
  };
  const before = await sessionUser(services.db, target.userId);
  await readArchive(
    pieces,
    async (file) => {
      const { name } = file;
      let number = 0;
      if (name === "data/profile.json") await takeOverProfile(services, target, file);
      if (name === "data/collections.jsonl") {
        for await (const line of file.lines()) {
          const { pictures, cover, createdAt, ...record } = parseRecord(name, line, (number += 1));
          const ids = await idsHere(services, target, pictures);
          const pictureIds = pictures.flatMap((sha256) => ids.get(sha256) ?? []);
          counts.collections.withoutImages += pictures.length - pictureIds.length;
          const isAdded = await takeOverCollection(services, member, {
            ...record,
            createdAt: new Date(createdAt),
            pictureIds,
            coverId: ids.get(cover ?? "") ?? null,
          });
          counts.collections[isAdded ? "added" : "known"] += 1;
        }
      }
      if (name === "data/likes.jsonl") {
        for await (const line of file.lines()) {
          const { sha256, likedAt } = parseRecord(name, line, (number += 1));
          const id = (await idsHere(services, target, [sha256])).get(sha256);
          if (id !== undefined) await likePicture(services, member, id, new Date(likedAt));
          counts.likes[id === undefined ? "notHere" : "added"] += 1;
        }
      }
      if (name === "data/follows.jsonl") {
        for await (const line of file.lines()) {
          const { username, followedAt } = parseRecord(name, line, (number += 1));
          const isHere = await followCreator(services, member, username, new Date(followedAt)).then(
            () => true,
            (error: unknown) => {
              if (isAppError(error) && error.status < 500) return false;
              throw error;
            },
          );
          counts.follows[isHere ? "added" : "notHere"] += 1;
        }
      }
      if (name === "data/style-kits.jsonl") {
        for await (const line of file.lines()) {
          const { picture, board, createdAt, ...kit } = parseRecord(name, line, (number += 1));
          const digests = board.map(({ sha256 }) => sha256);
          const ids = await idsHere(services, target, [...digests, ...(picture ? [picture] : [])]);
          const isAdded = await takeOverKit(services, member, {
            ...kit,
            createdAt: new Date(createdAt),
            pictureId: ids.get(picture ?? "") ?? null,
            board: board.flatMap(({ sha256, role }) => {
              const pictureId = ids.get(sha256);
              return pictureId === undefined ? [] : [{ pictureId, role }];
            }),
          });
          counts.kits[isAdded ? "added" : "known"] += 1;
        }
      }
      if (name === "data/word-lists.jsonl") {
        for await (const line of file.lines()) {
          const list = parseRecord(name, line, (number += 1));
          const isAdded = await takeOverWordList(services, member, list);
          counts.wordLists[isAdded ? "added" : "known"] += 1;
        }
      }
      if (file.mask !== null) {
        counts.masks[(await bookMask(services, target, file)) ? "added" : "known"] += 1;
      }
      for (const kind of portraitKinds) {
        if (name !== `data/${kind}.webp` || hasPortrait(before, kind)) continue;
        await setPortrait(services, member, kind, await file.bytes());
      }
    },
    { isPartial: true },
  );
  return counts;
}

function hasPortrait(
  user: { avatar: string | null; coverPhotoUrl: string | null } | null,
  kind: PortraitKind,
): boolean {
  const shown = kind === "avatar" ? user?.avatar : user?.coverPhotoUrl;
  return (shown ?? null) !== null;
}
