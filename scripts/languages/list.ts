/**
 * Brings `messages/` up to date with the sources: en.json is written anew (a message's key, and its English text with the
 * names of its arguments for translators); of the others what nothing says any more is taken out. Tells what is not
 * translated and exits with 1 then.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { translated } from "../../src/language/languages.ts";
import { messagesOf } from "./macros.ts";
import { messageFile } from "./texts.ts";
import { parseFile } from "./tree.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Every message of the sources: its key and its text with named arguments. */
export function sourceMessages(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const names = readdirSync(path.join(folder, "src"), { recursive: true, encoding: "utf8" });
  for (const name of names.filter((each) => /\.tsx?$/.test(each) && !/\.test\.tsx?$/.test(each))) {
    const file = path.join(folder, "src", name);
    const code = readFileSync(file, "utf8");
    if (!code.includes("language/message.ts")) continue;
    for (const { key, names: called } of messagesOf(parseFile(file, code))) {
      found.set(
        key,
        key.replaceAll(/\{(\d+)(?=[,}])/g, (all, at) => `{${called[Number(at)] ?? all}`),
      );
    }
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function readTexts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

const write = (file: string, texts: Record<string, string>) =>
  writeFileSync(file, `${JSON.stringify(texts, null, 2)}\n`);

if (process.argv[1] === import.meta.filename) {
  const messages = sourceMessages(root);
  write(path.join(root, "messages/en.json"), Object.fromEntries(messages));
  let missing = 0;
  for (const language of translated) {
    const file = messageFile(root, language) as string;
    const texts = readTexts(file);
    const kept = [...messages.keys()].filter((key) => texts[key] !== undefined);
    write(file, Object.fromEntries(kept.map((key) => [key, texts[key]])));
    const lacking = [...messages.keys()].filter((key) => texts[key] === undefined);
    missing += lacking.length;
    process.stdout.write(`${language}: ${kept.length} of ${messages.size} translated\n`);
    for (const key of lacking) process.stdout.write(`  ${JSON.stringify(key)}\n`);
  }
  process.exitCode = missing > 0 ? 1 : 0;
}
