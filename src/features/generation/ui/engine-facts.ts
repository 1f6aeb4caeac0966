/** What an engine can do, in words. */
import { locale, plural, t } from "#app/language/message.ts";
import type { EngineCan } from "../queries/engines.ts";

const progresses: Record<EngineCan["progress"], string> = {
  percent: t`progress in per cent`,
  partials: t`partial pictures`,
  "per-image": t`progress by picture`,
  stages: t`progress by stage`,
  none: t`no progress`,
};
const negatives: Record<EngineCan["negativePrompt"], string> = {
  native: t`words to keep out`,
  "in-prompt": t`words to keep out, said inside the prompt`,
  none: t`no words to keep out`,
};
const cancels: Record<EngineCan["cancel"], string> = {
  immediate: t`can be cancelled`,
  "queued-only": t`can be cancelled while it waits`,
  disconnect: t`is cancelled by leaving it`,
  none: t`cannot be cancelled`,
};

type Support = Pick<EngineCan, "txt2img" | "img2img" | "strength" | "seed" | "negativePrompt">;

/** What can be asked of it. */
export function supportOf(can: Support): string[] {
  return [
    ...(can.txt2img ? [t`from words`] : []),
    ...(can.img2img ? [t`from a picture`] : []),
    ...(can.strength ? [t`strength`] : []),
    ...(can.seed ? [t`seed`] : [t`no seed`]),
    negatives[can.negativePrompt],
  ];
}

const pixels = new Intl.NumberFormat(locale("en-GB"));

function sizesOf(sizes: EngineCan["sizes"]): string {
  if (sizes.kind === "list") return plural(sizes.list.length, "# size", "# sizes");
  return t`${pixels.format(sizes.min)} to ${pixels.format(sizes.max)} pixels a side`;
}

type Facts = Pick<EngineCan, "progress" | "previews" | "cancel" | "resumable" | "sizes"> &
  Partial<Pick<EngineCan, "upscale">>;

/** How it draws, whatever is asked. */
export function factsOf(can: Facts): string[] {
  return [
    sizesOf(can.sizes),
    progresses[can.progress],
    ...(can.previews ? [t`previews`] : []),
    cancels[can.cancel],
    ...(can.resumable ? [t`taken up again after a restart`] : []),
    ...(can.upscale ? [t`draws its pictures again at twice the size`] : []),
  ];
}
