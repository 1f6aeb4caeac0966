import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Storage } from "#app/adapters/storage/port.ts";
import type { Database } from "#app/db/schema.ts";
import { formatOfKey } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";
import { actorJson, followingCsv, likesJson, outboxJson } from "../queries/activity.ts";
import { chunkBytes, linesOf, readChunks } from "../queries/chunked-file.ts";
import { ownMasks } from "../queries/masks.ts";
import type { Plan } from "../queries/plan.ts";
import {
  ownCollections,
  ownFollows,
  ownKits,
  ownWordLists,
  ownLikes,
  ownOriginals,
  ownPictures,
} from "../queries/records.ts";
import {
  ownAccount,
  ownCasts,
  ownGrids,
  ownDecisions,
  ownLedger,
  ownMessages,
  ownPayments,
  ownProfile,
  ownReports,
} from "../queries/statements.ts";
import { readme, manifestYml } from "./about.ts";
import { chunkWriter, writeText } from "./chunk-writer.ts";
import { tarSize } from "./tar-stream.ts";

type SnapshotServices = Pick<Services, "db" | "env" | "storage" | "version">;

export type SnapshotOptions = {
  userId: string;
  /** Folder of the snapshot; nobody else writes to it. */
  folder: string;
  /** The time that the archive bears. */
  requestedAt: Date;
  /** Digests of originals that cannot be read. */
  leftOut: readonly string[];
  signal: AbortSignal;
  chunk?: number;
};

type Pieces = AsyncIterable<string>;

async function* jsonLines(records: AsyncIterable<unknown> | Iterable<unknown>): Pieces {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

// eslint-disable-next-line @typescript-eslint/require-await -- one piece as a stream
async function* one(text: string): Pieces {
  yield text;
}

async function* recordsOf<T>(items: AsyncIterable<{ record: T }>): AsyncGenerator<T> {
  for await (const { record } of items) yield record;
}

async function* linesOfLost(digests: readonly string[]): Pieces {
  for (const sha256 of digests.toSorted()) yield `${JSON.stringify({ sha256 })}\n`;
}

async function digestOf(storage: Storage, key: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  const file = await storage.stream(key);
  if (file === null) throw new Error("a file was replaced while it was read");
  for await (const piece of file.body as AsyncIterable<Buffer>) hash.update(piece);
  return { size: file.size, sha256: hash.digest("hex") };
}

/**
 * The files of masks, each once, and their digests by the ids of masks: of pictures below `data/`, of casts alone below
 * `records/`. One that is lost is of use to nobody, and its cast and its picture say that there was an edit.
 */
async function masksOf(
  storage: Storage,
  tx: Kysely<Database>,
  { userId, leftOut, signal }: Pick<SnapshotOptions, "userId" | "leftOut" | "signal">,
) {
  const digests = new Map<string, string>();
  const files = new Map<string, { storageKey: string; size: number; isOfPicture: boolean }>();
  for (const { id, storageKey, isOfPicture } of await ownMasks(tx, userId, leftOut)) {
    signal.throwIfAborted();
    if ((await storage.head(storageKey)) === null) continue;
    const { sha256, size } = await digestOf(storage, storageKey);
    digests.set(id, sha256);
    const known = files.get(sha256)?.isOfPicture ?? false;
    files.set(sha256, { storageKey, size, isOfPicture: known || isOfPicture });
  }
  const named = [...files].map(([sha256, { isOfPicture, ...found }]) => {
    const name = `${isOfPicture ? "data" : "records"}/masks/${sha256}.png`;
    return { name, sha256, ...found };
  });
  return { digests, files: named };
}

/**
 * Writes everything of an archive but the originals, from one snapshot of the database, and lists the originals.
 * @throws LostOriginals when originals are not in the store
 */
export async function writeSnapshot(
  services: SnapshotServices,
  options: SnapshotOptions,
): Promise<Plan> {
  const { db } = services;
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((tx) => snapshotOf(services, tx, options));
}

/** Originals that have a row and no readable file. */
export class LostOriginals extends Error {
  readonly digests: string[];
  constructor(digests: string[]) {
    super(`${digests.length} originals cannot be read`);
    this.name = "LostOriginals";
    this.digests = digests;
  }
}

async function snapshotOf(
  { env, storage, version }: SnapshotServices,
  tx: Kysely<Database>,
  { userId, folder, requestedAt, leftOut, signal, chunk = chunkBytes }: SnapshotOptions,
): Promise<Plan> {
  const own = await ownProfile(tx, userId);
  const { username } = own.profile;
  const files: Plan["files"] = [];

  async function add(name: string, pieces: Pieces): Promise<void> {
    signal.throwIfAborted();
    const prefix = `${folder}/text/${String(files.length).padStart(2, "0")}`;
    files.push({ name, prefix, ...(await writeText(storage, { prefix, chunk }, pieces)) });
  }

  const masks = await masksOf(storage, tx, { userId, leftOut, signal });
  await add("data/collections.jsonl", jsonLines(ownCollections(tx, userId)));
  await add("data/follows.jsonl", jsonLines(ownFollows(tx, userId)));
  await add("data/likes.jsonl", jsonLines(recordsOf(ownLikes(tx, userId))));
  await add(
    "data/pictures.jsonl",
    jsonLines(recordsOf(ownPictures(tx, userId, leftOut, masks.digests))),
  );
  await add("data/profile.json", one(`${JSON.stringify(own.profile, null, 2)}\n`));
  await add("data/style-kits.jsonl", jsonLines(ownKits(tx, userId)));
  // Installations of earlier releases refuse a file that they do not know.
  const lists = await ownWordLists(tx, userId);
  if (lists.length > 0) await add("data/word-lists.jsonl", jsonLines(lists));
  for (const { kind, storageKey } of own.portraits) {
    const found = await digestOf(storage, storageKey);
    files.push({ name: `data/${kind}.webp`, storageKey, ...found });
  }

  files.push(...masks.files.filter(({ name }) => name.startsWith("data/")));

  // The list of originals, by which the archive is filled and continued.
  const list = { prefix: `${folder}/originals`, chunk };
  const writer = chunkWriter(storage, list);
  const lost: string[] = [];
  const originals = { ...list, size: 0, count: 0, bytes: 0, span: 0 };
  let last = "";
  for await (const { sha256, bytes, storageKey } of ownOriginals(tx, userId, leftOut)) {
    if (sha256 === last) continue;
    last = sha256;
    if ((await storage.head(storageKey))?.size !== bytes) lost.push(sha256);
    const line = Buffer.from(`${sha256} ${bytes} ${storageKey}\n`);
    await writer.write(line);
    originals.size += line.length;
    originals.count += 1;
    originals.bytes += bytes;
    if (originals.count % 500 === 0) signal.throwIfAborted();
  }
  await writer.end();
  if (lost.length > 0) throw new LostOriginals(lost);

  const payload = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const payloadBytes = originals.bytes + payload.reduce((sum, { size }) => sum + size, 0);
  async function* manifest(): Pieces {
    const isBefore = (name: string) => name < "data/pictures/";
    for (const { name, sha256 } of payload) if (isBefore(name)) yield `${sha256}  ${name}\n`;
    for await (const { sha256, storageKey } of originalsOf(storage, originals)) {
      yield `${sha256}  ${archivedName(sha256, storageKey)}\n`;
    }
    for (const { name, sha256 } of payload) if (!isBefore(name)) yield `${sha256}  ${name}\n`;
  }

  const facts = { username, site: env.SERVER_URL, app: env.APP_NAME, version, requestedAt };
  const counted = { pictures: originals.count, lost: leftOut.length };
  const member = { userId, username, leftOut };
  await add("activitypub/actor.json", one(actorJson(env, own)));
  await add("activitypub/following_accounts.csv", followingCsv(tx, env, userId));
  await add("activitypub/likes.json", likesJson(tx, env, userId));
  await add("activitypub/outbox.json", outboxJson(tx, env, member));
  await add(
    "records/account.json",
    one(`${JSON.stringify(await ownAccount(tx, userId), null, 2)}\n`),
  );
  files.push(...masks.files.filter(({ name }) => name.startsWith("records/")));
  await add("records/casts.jsonl", jsonLines(ownCasts(tx, userId, masks.digests)));
  await add("records/grids.jsonl", jsonLines(ownGrids(tx, userId)));
  await add("records/decisions.jsonl", jsonLines(ownDecisions(tx, userId)));
  await add("records/ledger.jsonl", jsonLines(ownLedger(tx, userId)));
  await add("records/lost-files.jsonl", linesOfLost(leftOut));
  await add("records/messages.jsonl", jsonLines(ownMessages(tx, userId)));
  await add("records/payments.jsonl", jsonLines(ownPayments(tx, userId)));
  await add("records/reports.jsonl", jsonLines(ownReports(tx, userId)));
  await add("README.txt", one(readme(facts, counted)));
  await add("manifest.yml", one(manifestYml(facts)));
  await add("bagit.txt", one("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"));
  await add(
    "bag-info.txt",
    one(
      [
        `Bagging-Date: ${requestedAt.toISOString().slice(0, 10)}`,
        `Bag-Software-Agent: Echoform ${version} <${env.SERVER_URL}>`,
        `External-Identifier: ${username}`,
        `Payload-Oxum: ${payloadBytes}.${payload.length + originals.count}`,
        "",
      ].join("\n"),
    ),
  );
  await add("manifest-sha256.txt", manifest());
  const tags = files
    .filter(({ name }) => !name.startsWith("data/"))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await add(
    "tagmanifest-sha256.txt",
    one(tags.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("")),
  );
  // What describes the archive comes first, so that it can be judged while it arrives; the originals come last.
  const first = ["manifest.yml", "bagit.txt", "bag-info.txt"];
  const rank = ({ name }: { name: string }) =>
    first.includes(name) ? first.indexOf(name) : /manifest/.test(name) ? 3 : 4;
  const ordered = files.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  for await (const { bytes } of originalsOf(storage, originals)) {
    originals.span += tarSize([bytes]) - tarSize([]);
  }
  const total = tarSize(ordered.map(({ size }) => size)) + originals.span;
  return { chunk, files: ordered, originals, total };
}

/** Where an original lies in an archive: named by its digest, with the form that it has. */
export function archivedName(sha256: string, storageKey: string): string {
  return `data/pictures/${sha256}.${formatOfKey(storageKey)}`;
}

/** The originals of a snapshot, by digest. */
export async function* originalsOf(
  storage: Pick<Storage, "stream">,
  originals: Plan["originals"],
): AsyncGenerator<{ sha256: string; bytes: number; storageKey: string }> {
  for await (const line of linesOf(readChunks(storage, originals))) {
    const [sha256 = "", bytes = "", storageKey = ""] = line.split(" ");
    yield { sha256, bytes: Number(bytes), storageKey };
  }
}
