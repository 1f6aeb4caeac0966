import type { Actor } from "#app/lib/actor.ts";
import { openEntryCache } from "#app/lib/entry-cache.ts";
import type { Services } from "#app/services.ts";
import { canSee } from "#app/features/pictures/policy.ts";
import { pictureFile, type PictureFile } from "#app/features/pictures/queries.ts";

/** Maximum age of an entry without a notification; notifications usually come within milliseconds. */
const trustMs = 5_000;
const mostKnown = 50_000;
/** Unknown names, cached for the same time. */
const mostMissing = 20_000;

export type KnownPicture = {
  file: PictureFile;
  /** Public and approved: everybody's. */
  isOpen: boolean;
  /** Milliseconds of performance.now(); 0 once the picture has changed. */
  trustedUntil: number;
};

export type Visibility = {
  /** The cached entry of the name, unless a change was announced: a picture, null for none, or undefined when it must be queried. */
  remembered(name: string): KnownPicture | null | undefined;
  /** The picture of that name, or null, from the database. */
  find(name: string): Promise<KnownPicture | null>;
};

/** Whether the requester may have this picture's files; the actor is looked up only for non-public ones. */
export async function maySee(
  known: KnownPicture,
  actor: () => Actor | Promise<Actor>,
): Promise<boolean> {
  return known.isOpen || canSee(await actor(), known.file);
}

/** This process's cache of pictures and their visibility; invalidated when the database announces a change. */
export function createVisibility({ db, live }: Pick<Services, "db" | "live">): Visibility {
  /** All cached names by picture id, because a picture has several names. */
  const byId = new Map<string, Set<KnownPicture>>();
  const known = openEntryCache<KnownPicture>(mostKnown, {
    dispose(picture) {
      const all = byId.get(picture.file.id);
      all?.delete(picture);
      if (all?.size === 0) byId.delete(picture.file.id);
    },
  });
  // A picture's name is created with its row, so requests for one that appears within seconds are rare.
  const missing = openEntryCache<true>(mostMissing, { ttl: trustMs });
  const asking = new Map<string, Promise<KnownPicture | null>>();
  let changes = 0;

  live.on("picture_changed", (id) => {
    changes += 1;
    for (const picture of byId.get(id) ?? []) picture.trustedUntil = 0;
  });
  live.onReconnect(() => {
    changes += 1;
    for (const picture of known.values()) picture.trustedUntil = 0;
    known.clear();
  });

  async function ask(name: string): Promise<KnownPicture | null> {
    const changesBefore = changes;
    const file = await pictureFile(db, name);
    if (file === null) {
      known.delete(name);
      missing.set(name, true);
      return null;
    }
    const isCurrent = changesBefore === changes;
    const picture: KnownPicture = {
      file,
      isOpen: file.isPublic && file.approved,
      // A change announced during the query may be newer than its result.
      trustedUntil: isCurrent ? performance.now() + trustMs : 0,
    };
    known.set(name, picture);
    const all = byId.get(file.id);
    if (all === undefined) byId.set(file.id, new Set([picture]));
    else all.add(picture);
    missing.delete(name);
    return picture;
  }

  return {
    remembered(name) {
      const before = known.get(name);
      if (before !== undefined && before.trustedUntil > performance.now()) return before;
      return before === undefined && missing.get(name) ? null : undefined;
    },
    find(name) {
      let answer = asking.get(name);
      if (answer === undefined) {
        answer = ask(name).finally(() => asking.delete(name));
        asking.set(name, answer);
      }
      return answer;
    },
  };
}
