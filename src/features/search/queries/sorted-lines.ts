import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

const unpack = promisify(gunzip);

async function readText(file: URL): Promise<string> {
  const text = await unpack(await readFile(file));
  return `\n${text.toString("latin1")}`;
}

/**
 * Reads a packed list at the first call, without holding up anything else, and keeps it as one text: its sorted lines
 * are found without an object for each. After a failure the next call tries again.
 */
export function openLines(file: URL): () => Promise<string> {
  let text: Promise<string> | null = null;
  return async () => {
    text ??= readText(file);
    try {
      return await text;
    } catch (error) {
      text = null;
      throw error;
    }
  };
}

/** The line that begins with a word, or null. @param text as `openLines` reads it */
export function lineOf(text: string, word: string): string | null {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const start = text.lastIndexOf("\n", (low + high) >> 1) + 1;
    const end = text.indexOf("\n", start);
    if (end < 0) return null;
    const line = text.slice(start, end);
    const [found] = line.split(" ", 1);
    if (found === word) return line;
    if (found < word) low = end + 1;
    else high = start - 1;
  }
  return null;
}
