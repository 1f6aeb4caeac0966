import type { FoundSettings } from "../port.ts";
import { numberOf, parseRecord, recordOf, settled, textOf, wholeOf } from "./found.ts";

/** The JSON of SwarmUI, with its settings under "sui_image_params". */
export function readSwarm(text: string): FoundSettings | null {
  const all = parseRecord(text);
  const params = recordOf(all?.["sui_image_params"]);
  if (!all || !params) return null;
  const { prompt, negativeprompt, model, seed, steps, cfgscale, width, height, ...rest } = params;
  const { sampler, scheduler, initimagecreativity, ...others } = rest;
  return settled(
    "SwarmUI",
    {
      prompt: textOf(prompt),
      negative: textOf(negativeprompt),
      seed: wholeOf(seed),
      width: wholeOf(width),
      height: wholeOf(height),
      steps: wholeOf(steps),
      guidance: numberOf(cfgscale),
      sampler: textOf(sampler),
      scheduler: textOf(scheduler),
      model: textOf(model),
      strength: numberOf(initimagecreativity),
    },
    Object.fromEntries(
      Object.entries({ ...others, ...recordOf(all["sui_extra_data"]) }).map(([name, value]) => [
        name,
        typeof value === "boolean" ? String(value) : value,
      ]),
    ),
  );
}
