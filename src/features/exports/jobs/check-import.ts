import { sql } from "kysely";
import type { z } from "zod";
import { isAppError } from "#app/lib/errors.ts";
import { createInFlight } from "#app/lib/in-flight.ts";
import { sniff } from "#app/lib/sniff.ts";
import { formatOfKey } from "#app/rules/picture-files.ts";
import { factsOfFile } from "#app/features/pictures/commands.ts";
import { profileRecord, recordFiles, type RecordFile } from "../inputs/records.ts";
import type { ImportServices, ImportTarget, Progress } from "./import-target.ts";
import { checkMask, checkMasksFit, type FoundMasks } from "./masks.ts";
import { createFactNotes, type FactNotes } from "./note-facts.ts";
import { readArchive, type ArchiveFile } from "./read-archive.ts";
import { refused } from "./tar-guard.ts";

/** Rows of pictures written at a time. */
const batch = 200;
/** Images looked at at the same time: while some are decoded, others are classified. */
const lookedAtAtOnce = 4;

/** A line of a file of records. @throws AppError unprocessable */
export function parseRecord<F extends RecordFile>(
  name: F,
  line: string,
  number: number,
): z.output<(typeof recordFiles)[F]> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw refused(`${name}, line ${number}, is not JSON`);
  }
  const parsed = recordFiles[name].safeParse(value);
  if (parsed.success) return parsed.data as z.output<(typeof recordFiles)[F]>;
  const [issue] = parsed.error.issues;
  throw refused(`${name}, line ${number}: ${issue.path.join(".").slice(0, 60)}: ${issue.message}`);
}

/** The profile of an archive. @throws AppError unprocessable */
export async function readProfile(file: ArchiveFile): Promise<z.output<typeof profileRecord>> {
  let value: unknown;
  try {
    value = JSON.parse((await file.bytes()).toString("utf8"));
  } catch {
    throw refused("data/profile.json is not JSON");
  }
  const parsed = profileRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(`data/profile.json: ${issue.path.join(".").slice(0, 60)}: ${issue.message}`);
}

/** An archive bears the member's name, or the one that the member says was theirs and nobody else's here. */
async function checkName(
  { db }: ImportServices,
  { userId, formerName, byOperator }: ImportTarget,
  name: string,
): Promise<void> {
  const username = name.toLowerCase();
  const member = await db
    .selectFrom("users")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (member.username.toLowerCase() === username) return;
  if (formerName?.toLowerCase() !== username) {
    throw refused(`The archive is @${name}'s. Say so if that was your name there`);
  }
  if (byOperator) return;
  const other = await db
    .selectFrom("users")
    .select("id")
    .where(sql<boolean>`lower(username) = ${username}`)
    .executeTakeFirst();
  if (other) throw refused(`@${name} is another member here. Ask the operator to bring it in`);
}

type Original = { name: string; digest: string; given: Buffer; width: number; height: number };

async function noteRecords(
  { db }: ImportServices,
  target: ImportTarget,
  file: ArchiveFile,
): Promise<number> {
  const name = "data/pictures.jsonl";
  let place = 0;
  let rows: { import_id: string; sha256: string; place: number; record: string }[] = [];
  async function flush(): Promise<void> {
    if (rows.length === 0) return;
    const given = new Set(rows.map(({ sha256 }) => sha256));
    if (given.size < rows.length) throw refused("data/pictures.jsonl names an image twice");
    await db
      .insertInto("import_pictures")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["import_id", "sha256"])
          .doUpdateSet((eb) => ({
            record: eb.ref("excluded.record"),
            place: eb.ref("excluded.place"),
          }))
          // A line of an earlier try of this import has the same place.
          .where((eb) => eb("import_pictures.place", "=", eb.ref("excluded.place"))),
      )
      .execute();
    rows = [];
  }
  for await (const line of file.lines()) {
    place += 1;
    const record = parseRecord(name, line, place);
    const { sha256 } = record;
    rows.push({ import_id: target.id, sha256, place, record: JSON.stringify(record) });
    if (rows.length === batch) await flush();
  }
  await flush();
  const { count } = await db
    .selectFrom("import_pictures")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("import_id", "=", target.id)
    .executeTakeFirstOrThrow();
  if (count !== place) throw refused("data/pictures.jsonl names an image twice");
  return place;
}

/**
 * Holds a file of the archive against its record.
 * @returns the bytes, and the sides that they should have; null for a file that was looked at before
 */
async function checkRecord(
  services: ImportServices,
  target: ImportTarget,
  file: ArchiveFile,
): Promise<Original | null> {
  const digest = file.digest ?? "";
  const row = await services.db
    .selectFrom("import_pictures")
    .select(["record", sql<boolean>`facts is not null`.as("isSeen")])
    .where("import_id", "=", target.id)
    .where("sha256", "=", digest)
    .executeTakeFirst();
  if (row === undefined) throw refused(`${file.name} is not in data/pictures.jsonl`);
  const { bytes, width, height } = recordFiles["data/pictures.jsonl"].parse(row.record);
  if (bytes !== file.size) throw refused(`${file.name} has another size than its record`);
  if (row.isSeen) return null;
  const given = await file.bytes();
  const format = formatOfKey(file.name);
  if (sniff(given) !== (format === "jpg" ? "jpeg" : format)) {
    throw refused(`${file.name} is not a ${{ jpg: "JPEG", png: "PNG", webp: "WebP" }[format]}`);
  }
  return { name: file.name, digest, given, width, height };
}

/** Looks at a file as at an upload. */
async function checkOriginal(
  services: ImportServices,
  notes: FactNotes,
  { name, digest, given, width, height }: Original,
): Promise<void> {
  const facts = await factsOfFile(services, given).catch((error: unknown) => {
    if (!isAppError(error) || error.status >= 500) throw error;
    throw refused(`${name}: ${error.message}`);
  });
  if (facts.width !== width || facts.height !== height) {
    throw refused(`${name} has other sides than its record`);
  }
  await notes.add(digest, facts);
}

/**
 * Checks a whole archive before anything of it is taken over, and notes its pictures. A try that was broken off is
 * continued: what was looked at is not looked at again.
 * @throws AppError unprocessable, with the reason
 */
export async function checkArchive(
  services: ImportServices,
  target: ImportTarget,
  pieces: AsyncIterable<Uint8Array>,
  onProgress: Progress,
): Promise<void> {
  const masks: FoundMasks = new Map();
  const found = { profile: false, pictures: null as number | null, originals: 0 };
  const looks = createInFlight(lookedAtAtOnce);
  const notes = createFactNotes(services, target);
  let done = 0;
  async function checkPicture(file: ArchiveFile, total: number): Promise<void> {
    const original = await checkRecord(services, target, file);
    await looks.begin(async () => {
      if (original !== null) await checkOriginal(services, notes, original);
      done += 1;
      await onProgress(done, total);
    });
    found.originals += 1;
  }
  async function check(file: ArchiveFile): Promise<void> {
    const { name } = file;
    if (file.digest !== null) {
      if (found.pictures === null || !found.profile) {
        throw refused("The images come before what is said of them");
      }
      await checkPicture(file, found.pictures);
      return;
    }
    if (found.originals > 0) throw refused(`${name} comes after the images`);
    if (name === "data/profile.json") {
      await checkName(services, target, (await readProfile(file)).username);
      found.profile = true;
    } else if (name === "data/pictures.jsonl") {
      found.pictures = await noteRecords(services, target, file);
    } else if (file.mask !== null) {
      const [digest, given] = [file.mask, await file.bytes()];
      await looks.begin(async () => {
        masks.set(digest, await checkMask(services, name, given));
      });
    } else if (Object.hasOwn(recordFiles, name)) {
      let number = 0;
      for await (const line of file.lines()) {
        number += 1;
        parseRecord(name as RecordFile, line, number);
      }
    } else {
      // A portrait.
      await factsOfFile(services, await file.bytes()).catch((error: unknown) => {
        if (!isAppError(error) || error.status >= 500) throw error;
        throw refused(`${name}: ${error.message}`);
      });
    }
  }
  try {
    await readArchive(pieces, check);
  } finally {
    await looks.end();
  }
  await notes.flush();
  if (!found.profile || found.pictures === null)
    throw refused("The archive has no profile or images");
  if (found.originals !== found.pictures) {
    throw refused("data/pictures.jsonl names images that are not there");
  }
  await checkMasksFit(services, target, masks);
}
