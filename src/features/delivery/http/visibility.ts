import { LRUCache } from "lru-cache";
import type { Actor } from "../../../lib/actor.ts";
import type { Services } from "../../../services.ts";
import { canSee } from "../../pictures/policy.ts";
import { pictureFile, type PictureFile } from "../../pictures/queries.ts";

/** How long an answer may be believed without word of a change; the word usually comes within milliseconds. */
const trustMs = 5_000;
const mostKnown = 50_000;

export type KnownPicture = {
  file: PictureFile;
  /** Public and approved: everybody's. */
  isOpen: boolean;
  /** Milliseconds of performance.now(); 0 once the picture has changed. */
  trustedUntil: number;
};

export type Visibility = {
  /** The picture of that name, or null; from memory where the database has announced no change. */
  find(name: string): Promise<KnownPicture | null>;
};

/** Whether somebody may have this picture's files; the actor is looked up only for those that are not everybody's. */
export async function maySee(
  known: KnownPicture,
  actor: () => Actor | Promise<Actor>,
): Promise<boolean> {
  return known.isOpen || canSee(await actor(), known.file);
}

/** What this process knows of pictures and who may see them; forgotten as soon as the database announces a change. */
export function createVisibility({ db, live }: Pick<Services, "db" | "live">): Visibility {
  const known = new LRUCache<string, KnownPicture>({ max: mostKnown });
  const asking = new Map<string, Promise<KnownPicture | null>>();
  let changes = 0;

  live.on("picture_changed", (id) => {
    changes += 1;
    for (const picture of known.values()) if (picture.file.id === id) picture.trustedUntil = 0;
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
      return null;
    }
    const isCurrent = changesBefore === changes;
    const picture: KnownPicture = {
      file,
      isOpen: file.isPublic && file.approved,
      // A change announced while the question was under way may be newer than the answer.
      trustedUntil: isCurrent ? performance.now() + trustMs : 0,
    };
    known.set(name, picture);
    return picture;
  }

  return {
    find(name) {
      const before = known.get(name);
      if (before !== undefined && before.trustedUntil > performance.now()) {
        return Promise.resolve(before);
      }
      let answer = asking.get(name);
      if (answer === undefined) {
        answer = ask(name).finally(() => asking.delete(name));
        asking.set(name, answer);
      }
      return answer;
    },
  };
}
