/** Prompts of public collections, drawn by a fixed seed and not by hand. */
import { readFile } from "node:fs/promises";
import { makeRng } from "@echoform/sketch/rng";

const FILES = [
  "parti-prompts.jsonl",
  "wallpaper-prompts.jsonl",
  "geneval.jsonl",
  "t2i-compbench-val.jsonl",
  "diffusiondb-user-prompts.jsonl",
];

/** `count` prompts by `seed`, as many from each collection in `folder` (a URL with a slash at its end). */
export async function drawPublicPrompts(
  folder: URL,
  { count, seed }: { count: number; seed: number },
): Promise<string[]> {
  const drawn: string[] = [];
  for (const file of FILES) {
    const lines = (await readFile(new URL(file, folder), "utf8")).trim().split("\n");
    const rng = makeRng(seed, file);
    for (let left = count / FILES.length; left > 0; left--) {
      const [line] = lines.splice(rng.int(0, lines.length - 1), 1);
      drawn.push((JSON.parse(line) as { prompt: string }).prompt);
    }
  }
  return drawn;
}
