import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Violation } from "./source.ts";

export type TextFile = { path: string; text: string };

/** One letter of each word is in brackets, so that this file does not match itself. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.-])\/(?:work|home\/[a-z]\w*|Users\/\w+)\//, "a path of one machine"],
  [/(?<![\w.-])\/root\/(?!\.\.)/, "a path of one machine"],
  // The painter Monet has the same first name.
  [
    /\b(?:cl[a]ude(?! monet)|anthr[o]pic|copil[o]t|sub-?age[n]ts?|AI assist[a]nt)\b/i,
    "a word of the workplace",
  ],
  [/\b(?:TO[D]O|FIX[M]E|XX[X])\b/, "work put off: do it or write an issue"],
];

const BINARY = /\.(png|jpe?g|webp|avif|gif|woff2?|gz|ico|onnx|pdf|zip)$/i;
const skipped = new Set(["package-lock.json", "LICENSE"]);

/** All text files that git tracks or would track. */
export function trackedTexts(root: string): TextFile[] {
  const flags = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", flags, { cwd: root, encoding: "utf8" }).split("\0");
  return names
    .filter((name) => name !== "" && !BINARY.test(name) && !skipped.has(name))
    .flatMap((name) => {
      try {
        return [{ path: name, text: readFileSync(path.join(root, name), "utf8") }];
      } catch {
        // Deleted since it was added.
        return [];
      }
    });
}

/** No machine paths, no terms of the authors' environment, no postponed work. */
export function checkWording(files: readonly TextFile[]): Violation[] {
  return files.flatMap((file) =>
    file.text.split("\n").flatMap((line, index) =>
      refused
        .filter(([pattern]) => pattern.test(line))
        .map(([, what]) => {
          const message = `${what}, line ${index + 1}: ${line.trim().slice(0, 80)}`;
          return { rule: "wording", path: file.path, message };
        }),
    ),
  );
}

/** Every package of the lock comes from the public registry. */
export function checkLock(lock: string): Violation[] {
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { resolved?: string; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(
      ([, entry]) =>
        entry.resolved && !entry.link && !entry.resolved.startsWith("https://registry.npmjs.org/"),
    )
    .map(([name, entry]) => {
      const message = `${name} comes from ${entry.resolved ?? ""}`;
      return { rule: "wording", path: "package-lock.json", message };
    });
}
