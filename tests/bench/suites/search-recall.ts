/**
 * How often a search finds what it was meant to find, among the first ten, over the 162 real pictures
 * (tests/harness/real-pictures.ts): pictures by their titles, by their titles with one slip of the fingers, and by paraphrases that
 * share no word with the picture. Of the paraphrases, and of
 * the slips by their seed, one half was tuned on and the other never. `node tests/bench/suites/search-recall.ts [--misses]`
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { command as importPictures } from "../../../scripts/admin/import-pictures.ts";
import { readEnv } from "#app/env.ts";
import { createAnalysis } from "#app/features/pictures/jobs.ts";
import { indexPending } from "#app/features/search/jobs.ts";
import { searchPictures } from "#app/features/search/queries.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices, type OpenServices } from "#app/open-services.ts";
import { realPictures } from "../../harness/real-pictures.ts";
import { byMistypedTitle, byTitle, type Entry, type KnownItem } from "../support/known-items.ts";
import { heldBack, paraphrases } from "../support/paraphrases.ts";

const among = 10;
const goals = { titles: 0.9, slips: 0.8, paraphrases: 0.8 };
const manifest = realPictures && new URL("manifest.jsonl", realPictures);
const showMisses = process.argv.includes("--misses");

/** Embeds the texts of all pictures, as the worker's upkeep does. */
async function readAll(services: OpenServices): Promise<void> {
  const analyse = createAnalysis(services);
  const { signal } = new AbortController();
  while ((await analyse(signal)) > 0);
}

/** The manifest line of each picture, by id. */
async function filesById({ db }: OpenServices, entries: readonly Entry[]) {
  const rows = await db
    .selectFrom("pictures")
    .select(["id", "title", "prompt"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  if (rows.length !== entries.length) throw new Error("not every line became a picture");
  // Lines are imported one after another.
  return new Map(rows.map((row, index) => [row.id, entries[index].file]));
}

/** Words that a query shares with a picture's text, by their stems. */
async function sharedWords({ pool }: OpenServices, query: string, entry: Entry): Promise<string[]> {
  const text = [entry.title, entry.prompt, ...(entry.tags ?? [])].join(" ");
  const { rows } = await pool.query<{ shared: string[] }>(
    `select array(select unnest(tsvector_to_array(to_tsvector('english', $1)))
       intersect select unnest(tsvector_to_array(to_tsvector('english', $2)))) as shared`,
    [query, text],
  );
  return rows[0].shared;
}

async function paraphrased(
  services: OpenServices,
  entries: readonly Entry[],
  pairs: typeof paraphrases,
): Promise<KnownItem[]> {
  const items: KnownItem[] = [];
  for (const [query, file] of pairs) {
    const meant = entries.filter((entry) => file.test(entry.file));
    if (meant.length === 0) throw new Error(`nothing is meant by "${query}"`);
    for (const entry of meant) {
      const shared = await sharedWords(services, query, entry);
      if (shared.length > 0)
        throw new Error(`"${query}" shares ${shared.join(", ")} with ${entry.file}`);
    }
    items.push({ query, wanted: meant.map((entry) => entry.file) });
  }
  return items;
}

async function score(
  services: OpenServices,
  files: Map<string, string>,
  what: string,
  items: readonly KnownItem[],
  goal: number,
) {
  let first = 0;
  let found = 0;
  for (const { query, wanted } of items) {
    const { items: pictures } = await searchPictures(services, {
      q: query.slice(0, 200),
      limit: among,
    });
    const place = pictures.findIndex(({ id }) => wanted.includes(files.get(id) ?? ""));
    if (place === 0) first += 1;
    if (place >= 0) found += 1;
    else if (showMisses) console.log(`missed: ${query}`);
  }
  const recall = found / items.length;
  return {
    what,
    queries: items.length,
    "found first": (first / items.length).toFixed(2),
    [`among the first ${among}`]: recall.toFixed(2),
    goal,
    reached: recall >= goal ? "yes" : "NO",
  };
}

if (!manifest) {
  console.log("The real pictures are not here (REAL_PICTURES): nothing to measure");
  process.exit(0);
}
const folder = mkdtempSync(path.join(os.tmpdir(), "echoform-recall-"));
const log = openLog("silent");
const services = await openServices(
  readEnv({ DATA_DIR: folder, HELPERS: "meaning", LOG_LEVEL: "silent" }),
  { log },
);
try {
  const entries = readFileSync(manifest, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Entry);
  await importPictures.run(services, { manifest: fileURLToPath(manifest) });
  await readAll(services);
  await indexPending(services);
  const files = await filesById(services, entries);
  const rows = [
    await score(services, files, "titles", byTitle(entries), goals.titles),
    await score(services, files, "one slip, tuned on", byMistypedTitle(entries, 1), goals.slips),
    await score(services, files, "one slip, held back", byMistypedTitle(entries, 2), goals.slips),
    await score(
      services,
      files,
      "paraphrases, tuned on",
      await paraphrased(services, entries, paraphrases),
      goals.paraphrases,
    ),
    await score(
      services,
      files,
      "paraphrases, held back",
      await paraphrased(services, entries, heldBack),
      goals.paraphrases,
    ),
  ];
  console.table(rows);
} finally {
  await services.close();
  rmSync(folder, { recursive: true, force: true });
}
