import type { FoundSettings } from "../port.ts";
import { numberOf, settled, textOf, wholeOf } from "./found.ts";

/** Characters of the settings that are looked at. */
const longestSettings = 20_000;

const mostPairs = 200;

/** Where a quoted value that begins at a place ends, after its closing quote; -1 where none closes it. */
function quoteEnd(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === '"') return at + 1;
  }
  return -1;
}

/** The value that begins at a place: quoted, where the quotes end before a comma or the end; else up to the next comma. */
function valueAt(line: string, from: number): { value: string; end: number } {
  if (line[from] === '"') {
    const end = quoteEnd(line, from);
    const isWhole = end === line.length || line[end] === ",";
    if (end > 0 && isWhole) return { value: line.slice(from + 1, end - 1), end };
  }
  const comma = line.indexOf(",", from);
  const end = comma < 0 ? line.length : comma;
  return { value: line.slice(from, end).trim(), end };
}

/** `Name: value` pairs with commas between them; a value may be quoted, and the last may be JSON. Each sign is looked at once or twice. */
function pairsOf(line: string): Map<string, string> {
  const json = /, ([\w ]{1,60}): (?=\{)/.exec(line);
  const plain = json ? line.slice(0, json.index) : line;
  const pairs = new Map<string, string>();
  let at = 0;
  while (pairs.size < mostPairs) {
    const colon = plain.indexOf(":", at);
    if (colon < 0) break;
    const name = /\w[\w \-/+]{0,60}$/.exec(plain.slice(Math.max(at, colon - 61), colon))?.[0];
    let from = colon + 1;
    while (/\s/.test(plain.charAt(from))) from += 1;
    if (name === undefined) {
      at = from;
      continue;
    }
    const { value, end } = valueAt(plain, from);
    pairs.set(name.trim(), value);
    at = end + 1;
  }
  if (json) pairs.set(json[1], line.slice(json.index + json[0].length));
  return pairs;
}

const known = new Set([
  "Steps",
  "CFG scale",
  "Seed",
  "Size",
  "Model",
  "Sampler",
  "Schedule type",
  "Scheduler",
  "Denoising strength",
]);

function toolOf(pairs: ReadonlyMap<string, string>): string {
  const version = pairs.get("Version") ?? "";
  if (pairs.get("App") === "SD.Next") return "SD.Next";
  if (version === "stable-diffusion.cpp") return version;
  if (/^f\d|forge/i.test(version)) return "Forge";
  return version === "ComfyUI" ? version : "AUTOMATIC1111";
}

/**
 * The text that AUTOMATIC1111, Forge, SD.Next, stable-diffusion.cpp and many others write: the prompt, a line
 * "Negative prompt: …", and a last line of settings. Null for other text.
 */
export function readParameters(text: string): FoundSettings | null {
  const settingsAt = text.search(/(?:^|\n)[ \t]*Steps:\s*\d/);
  if (settingsAt < 0) return null;
  const pairs = pairsOf(text.slice(settingsAt).trim().slice(0, longestSettings));
  const words = text.slice(0, settingsAt);
  const negativeAt = words.search(/(?:^|\n)Negative prompt:/);
  const prompt = negativeAt < 0 ? words : words.slice(0, negativeAt);
  const negative = negativeAt < 0 ? "" : words.slice(words.indexOf(":", negativeAt) + 1);
  const [width, height] = (pairs.get("Size") ?? "").split("x").map(wholeOf);
  return settled(
    toolOf(pairs),
    {
      prompt: textOf(prompt),
      negative: textOf(negative),
      seed: wholeOf(pairs.get("Seed")),
      width: width || undefined,
      height: height || undefined,
      steps: wholeOf(pairs.get("Steps")),
      guidance: numberOf(pairs.get("CFG scale")),
      sampler: textOf(pairs.get("Sampler")),
      scheduler: textOf(pairs.get("Schedule type") ?? pairs.get("Scheduler")),
      model: textOf(pairs.get("Model")) ?? textOf(pairs.get("Unet")),
      strength: numberOf(pairs.get("Denoising strength")),
    },
    Object.fromEntries([...pairs].filter(([name]) => !known.has(name))),
  );
}
