/**
 * How often a search can be trusted, over the 162 real pictures (tests/harness/real-pictures.ts). It should find what was
 * meant among the first ten: pictures by their titles, by their titles with one slip of the fingers, by paraphrases that
 * share no word with the picture, and by a colour and a subject. It should not correct right words that are rare, nor
 * give results for what is not there. Of each kind one half was tuned on and the other never.
 * `node tests/bench/suites/search-recall.ts [--misses]`
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { command as importPictures } from "../../../scripts/admin/import-pictures.ts";
import { readEnv } from "#app/env.ts";
import { createAnalysis } from "#app/features/pictures/jobs.ts";
import { indexPending } from "#app/features/search/jobs.ts";
import { searchPictures, type SearchPage } from "#app/features/search/queries.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices, type OpenServices } from "#app/open-services.ts";
import { realPictures } from "../../harness/real-pictures.ts";
import { byMistypedTitle, byTitle, type Entry, type KnownItem } from "../support/known-items.ts";
import { colorSubjects, colorSubjectsHeldBack } from "../support/color-subjects.ts";
import { heldBack, paraphrases } from "../support/paraphrases.ts";
import { absent, absentHeldBack } from "../../fixtures/search/absent.ts";
import { moreRareWords, rareWords, rareWordsHeldBack } from "../../fixtures/search/rare-words.ts";

const among = 10;
const goals = {
  titles: 0.98,
  slips: 0.98,
  paraphrases: 0.88,
  colors: 0.85,
  rareWords: 1,
  absent: 0.9,
};
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

/** Queries for a colour and a subject; what they mean may share words with them. */
function ofColors(entries: readonly Entry[], pairs: typeof colorSubjects): KnownItem[] {
  return pairs.map(([query, file]) => {
    const wanted = entries.filter((entry) => file.test(entry.file)).map((entry) => entry.file);
    if (wanted.length === 0) throw new Error(`nothing is meant by "${query}"`);
    return { query, wanted };
  });
}

const share = (part: number, of: number) => (part / of).toFixed(3);

function miss(query: string) {
  if (showMisses) console.log(`missed: ${query}`);
}

/** How many of the queries find what they mean: as a result, and among results and closest matches in their order. */
async function score(
  services: OpenServices,
  files: Map<string, string>,
  what: string,
  items: readonly KnownItem[],
  goal: number,
) {
  const counts = { first: 0, result: 0, found: 0 };
  for (const { query, wanted } of items) {
    const page = await searchPictures(services, { q: query.slice(0, 200), limit: among });
    const shown = [...page.items, ...page.near].slice(0, among);
    const place = shown.findIndex(({ id }) => wanted.includes(files.get(id) ?? ""));
    if (place === 0) counts.first += 1;
    if (place >= 0 && place < page.items.length) counts.result += 1;
    if (place >= 0) counts.found += 1;
    else miss(query);
  }
  return {
    what,
    queries: items.length,
    "found first": share(counts.first, items.length),
    "as a result": share(counts.result, items.length),
    [`among the first ${among}`]: share(counts.found, items.length),
    goal,
    reached: counts.found / items.length >= goal ? "yes" : "NO",
  };
}

/** How many of the queries are answered rightly by what `isRight` says of their first page. */
async function judge(
  services: OpenServices,
  what: string,
  queries: readonly string[],
  goal: number,
  isRight: (page: SearchPage) => boolean,
) {
  let right = 0;
  for (const q of queries) {
    const page = await searchPictures(services, { q, limit: among });
    if (isRight(page)) right += 1;
    else miss(`${q}: ${page.corrected ?? page.items[0]?.title}`);
  }
  return {
    what,
    queries: queries.length,
    right: share(right, queries.length),
    goal,
    reached: right / queries.length >= goal ? "yes" : "NO",
  };
}
const isUncorrected = ({ corrected }: SearchPage) => corrected === null;
const hasNoResult = ({ items }: SearchPage) => items.length === 0;

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
    await score(
      services,
      files,
      "colour and subject, tuned on",
      ofColors(entries, colorSubjects),
      goals.colors,
    ),
    await score(
      services,
      files,
      "colour and subject, held back",
      ofColors(entries, colorSubjectsHeldBack),
      goals.colors,
    ),
  ];
  console.table(rows);
  console.table([
    await judge(
      services,
      "rare words, looked at",
      [...rareWords, ...moreRareWords],
      goals.rareWords,
      isUncorrected,
    ),
    await judge(
      services,
      "rare words, held back",
      rareWordsHeldBack,
      goals.rareWords,
      isUncorrected,
    ),
    await judge(services, "not there, tuned on", absent, goals.absent, hasNoResult),
    await judge(services, "not there, held back", absentHeldBack, goals.absent, hasNoResult),
  ]);
} finally {
  await services.close();
  rmSync(folder, { recursive: true, force: true });
}
