import type { FoundSettings } from "../port.ts";
import { numberOf, parseRecord, recordOf, settled, textOf, wholeOf } from "./found.ts";

/** Prompts of InvokeAI 1 and 2 are text or weighted parts; "[...]" in them is what to keep out. */
function wordsOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return textOf(value);
  const parts = value.slice(0, 50).flatMap((part) => textOf(recordOf(part)?.["prompt"]) ?? []);
  return textOf(parts.join(" "));
}

/** "sd-metadata" of InvokeAI 1 and 2. */
export function readSdMetadata(text: string): FoundSettings | null {
  const all = parseRecord(text);
  const image = recordOf(all?.["image"]);
  if (!all || !image) return null;
  const { model_weights: weights, model_id: id, model } = all;
  return settled(
    "InvokeAI",
    {
      prompt: wordsOf(image["prompt"]),
      seed: wholeOf(image["seed"]),
      width: wholeOf(image["width"]),
      height: wholeOf(image["height"]),
      steps: wholeOf(image["steps"]),
      guidance: numberOf(image["cfg_scale"]),
      sampler: textOf(image["sampler"]),
      model: textOf(weights ?? id ?? model),
      strength: numberOf(image["strength"]),
    },
    { "app id": all["app_id"], Version: all["app_version"], "model hash": all["model_hash"] },
  );
}

/** "invokeai_metadata" of InvokeAI 3 and later. */
export function readInvokeMetadata(text: string): FoundSettings | null {
  const all = parseRecord(text);
  if (!all) return null;
  const model = recordOf(all["model"]);
  return settled(
    "InvokeAI",
    {
      prompt: textOf(all["positive_prompt"]),
      negative: textOf(all["negative_prompt"]),
      seed: wholeOf(all["seed"]),
      width: wholeOf(all["width"]),
      height: wholeOf(all["height"]),
      steps: wholeOf(all["steps"]),
      guidance: numberOf(all["cfg_scale"]),
      sampler: textOf(all["scheduler"]),
      model: textOf(model?.["name"] ?? model?.["model_name"]),
      strength: numberOf(all["strength"]),
    },
    { Version: all["app_version"] },
  );
}

const switches = { s: "steps", S: "seed", W: "width", H: "height", C: "guidance" } as const;

/** "Dream" of the first InvokeAI: a command line such as `"fire" -s 10 -S 1 -W 384 -H 384 -C 7.5 -A k_euler`. */
export function readDream(text: string): FoundSettings | null {
  const quoted = /^\s*"((?:\\.|[^"\\])*)"/.exec(text);
  if (!quoted) return null;
  const rest = text.slice(quoted[0].length);
  const numbers = Object.entries(switches).map(([flag, name]) => [
    name,
    numberOf(new RegExp(`(?:^|\\s)-${flag}\\s*(\\d[\\d.]*)`).exec(rest)?.[1]),
  ]);
  return settled("InvokeAI", {
    prompt: textOf(quoted[1].replaceAll('\\"', '"')),
    ...(Object.fromEntries(numbers) as Partial<FoundSettings>),
    sampler: textOf(/(?:^|\s)-A\s*(\w+)/.exec(rest)?.[1]),
    strength: numberOf(/(?:^|\s)-f\s*(\d[\d.]*)/.exec(rest)?.[1]),
  });
}
