import { createHash } from "node:crypto";
import { createCollection } from "#app/features/collections/commands.ts";
import { followCreator, likePicture } from "#app/features/social/commands.ts";
import type { Member } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { DemoCast } from "./casts.ts";
import { demoCreators, type DemoCreator } from "./creators.ts";

/** Public collections of the demonstration creators: what is gathered is said by a tag. */
export const demoCollections: readonly {
  creator: DemoCreator;
  name: string;
  description: string;
  tags: readonly string[];
}[] = [
  {
    creator: "tide",
    name: "Salt air",
    description: "A demonstration collection: coasts and harbours in any weather.",
    tags: ["sea"],
  },
  {
    creator: "north",
    name: "Long evenings",
    description: "A demonstration collection: mountains, lakes and low light.",
    tags: ["mountains", "lake", "winter"],
  },
  {
    creator: "fern",
    name: "Under the trees",
    description: "A demonstration collection: woods and flowers.",
    tags: ["forest", "flowers"],
  },
  {
    creator: "tram",
    name: "The last ride home",
    description: "A demonstration collection: cities after dark.",
    tags: ["city", "neon"],
  },
  {
    creator: "orbit",
    name: "Above and below",
    description: "A demonstration collection: planets above, reefs below.",
    tags: ["space", "underwater"],
  },
  {
    creator: "shapes",
    name: "Plain speech",
    description: "A demonstration collection: form, colour and nothing else.",
    tags: ["abstract", "bauhaus"],
  },
  {
    creator: "table",
    name: "Supper",
    description: "A demonstration collection: things to eat and drink.",
    tags: ["food"],
  },
  {
    creator: "company",
    name: "Nobody will believe this",
    description: "A demonstration collection: who was seen where they should not be.",
    tags: ["humour"],
  },
];

const fewest = 2;

/** A number from 0 to 1 that is the same for the same words on every machine. */
function chance(words: string): number {
  return createHash("sha256").update(words).digest().readUInt32BE(0) / 0xffffffff;
}

type Made = { cast: DemoCast; pictureId: string };

async function makeCollections(
  services: OpenServices,
  creators: Record<DemoCreator, Member>,
  made: readonly Made[],
): Promise<void> {
  for (const { creator, name, description, tags } of demoCollections) {
    const actor = creators[creator];
    const fitting = made.filter(({ cast }) => cast.tags.some((tag) => tags.includes(tag)));
    const known = await services.db
      .selectFrom("collections")
      .select("id")
      .where("owner_id", "=", actor.userId)
      .where("name", "=", name)
      .executeTakeFirst();
    if (known !== undefined || fitting.length < fewest) continue;
    const picture_ids = fitting.map(({ pictureId }) => pictureId);
    await createCollection(services, actor, { name, description, is_public: true, picture_ids });
  }
}

/** Whether the demonstration creators follow each other, which is the last that is made. */
export async function isDemoSocialMade(
  db: OpenServices["db"],
  ids: readonly string[],
): Promise<boolean> {
  const follow = await db
    .selectFrom("follows")
    .select("creator_id")
    .where("follower_id", "in", ids)
    .limit(1)
    .executeTakeFirst();
  return follow !== undefined;
}

/** How likely one of the others likes a picture: picks more than the rest. */
const likeChance = ({ pick }: DemoCast): number => (pick ? 0.65 : 0.3);

/**
 * Likes, public collections and follows between the demonstration creators, once all their pictures are there; the
 * same each time.
 */
export async function makeDemoSocial(
  services: OpenServices,
  creators: Record<DemoCreator, Member>,
  made: readonly Made[],
): Promise<void> {
  if (made.length === 0) return;
  const keys = Object.keys(demoCreators) as DemoCreator[];
  for (const { cast, pictureId } of made) {
    for (const key of keys) {
      if (key === cast.creator || chance(`like ${key} ${cast.key}`) > likeChance(cast)) continue;
      await likePicture(services, creators[key], pictureId);
    }
  }
  await makeCollections(services, creators, made);
  for (const [index, key] of keys.entries()) {
    // Each follows the next one round, so that `isDemoSocialMade` is always answered, and others by chance.
    for (const other of keys) {
      const isNext = other === keys[(index + 1) % keys.length];
      if (other === key || (!isNext && chance(`follow ${key} ${other}`) > 0.4)) continue;
      await followCreator(services, creators[key], demoCreators[other].username);
    }
  }
}
