/** The parts of an archive that other programs of the fediverse read (FEP-6fcd): the files below `activitypub/`. */
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Env } from "#app/env.ts";
import { paths } from "#app/paths.ts";
import { licenceOf } from "#app/rules/licences.ts";
import { formatOfKey, mediaTypes } from "#app/rules/picture-files.ts";
import { ownFollows, ownLikes, ownPictures } from "./records.ts";
import type { OwnProfile } from "./statements.ts";

type Db = Kysely<Database>;
type Site = Pick<Env, "SERVER_URL">;

const context = "https://www.w3.org/ns/activitystreams";

function actorAddress({ SERVER_URL }: Site, username: string): string {
  return `${SERVER_URL}${paths.creator(username)}`;
}

/** The member as an actor. */
export function actorJson(env: Site, { profile, portraits }: OwnProfile): string {
  const { username, name, bio, website } = profile;
  const id = actorAddress(env, username);
  const image = (kind: string) =>
    portraits.some((portrait) => portrait.kind === kind)
      ? { type: "Image", mediaType: "image/webp", url: `../data/${kind}.webp` }
      : undefined;
  const actor = {
    "@context": context,
    id,
    type: "Person",
    preferredUsername: username,
    name,
    summary: bio ?? undefined,
    url: website ?? id,
    icon: image("avatar"),
    image: image("cover"),
    inbox: `${id}#inbox`,
    outbox: "outbox.json",
    likes: "likes.json",
  };
  return `${JSON.stringify(actor, null, 2)}\n`;
}

/** A collection of activities, an item at a time. */
async function* collection(id: string, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  const head = JSON.stringify({ "@context": context, id, type: "OrderedCollection" });
  yield `${head.slice(0, -1)},"orderedItems":[`;
  let count = 0;
  for await (const item of items) {
    yield `${count === 0 ? "" : ","}\n${JSON.stringify(item)}`;
    count += 1;
  }
  yield `\n],"totalItems":${count}}\n`;
}

/** What the member published and the site shows; the files are beside it. */
export function outboxJson(
  db: Db,
  env: Site,
  member: { userId: string; username: string; leftOut: readonly string[] },
): AsyncGenerator<string> {
  const actor = actorAddress(env, member.username);
  const audience = ["https://www.w3.org/ns/activitystreams#Public"];
  async function* items() {
    const pictures = ownPictures(db, member.userId, member.leftOut);
    for await (const { record, slug, storageKey, isShown } of pictures) {
      if (!isShown) continue;
      const id = `${env.SERVER_URL}${paths.picture(slug)}`;
      const format = formatOfKey(storageKey);
      const url = `../data/pictures/${record.sha256}.${format}`;
      const mediaType = mediaTypes[format];
      const { width, height, createdAt: published } = record;
      yield {
        id: `${id}#create`,
        type: "Create",
        actor,
        published,
        to: audience,
        object: {
          id,
          type: "Image",
          attributedTo: actor,
          name: record.title,
          content: record.description ?? (record.promptHidden ? undefined : record.prompt),
          published,
          to: audience,
          mediaType,
          url: [{ type: "Link", mediaType, href: url, width, height }],
          tag: record.tags.map((tag) => ({ type: "Hashtag", name: `#${tag}` })),
          license: licenceOf(record.license).href ?? record.license,
        },
      };
    }
  }
  return collection("outbox.json", items());
}

/** What the member likes. */
export function likesJson(db: Db, env: Site, userId: string): AsyncGenerator<string> {
  async function* items() {
    for await (const { slug } of ownLikes(db, userId)) {
      yield `${env.SERVER_URL}${paths.picture(slug)}`;
    }
  }
  return collection("likes.json", items());
}

/** Whom the member follows, as Mastodon writes and reads it. */
export async function* followingCsv(db: Db, env: Site, userId: string): AsyncGenerator<string> {
  yield "Account address,Show boosts,Notify on new posts,Languages\n";
  const { host } = new URL(env.SERVER_URL);
  for await (const { username } of ownFollows(db, userId)) {
    yield `${username}@${host},true,false,\n`;
  }
}
