import { t } from "#app/language/message.ts";
import type { Audience } from "#app/rules/engine-audience.ts";
import type { EngineKind } from "#app/rules/engine-kinds.ts";

/** What the kinds are called where one is chosen. */
export const kindNames: Record<EngineKind, string> = {
  openai: t`OpenAI or compatible`,
  runware: "Runware",
  comfyui: "ComfyUI",
  sdapi: "A1111, Forge, SD.Next, sd-server",
};

export const audienceLabels: Record<Audience, string> = {
  everyone: t`All members`,
  plans: t`Members with a plan`,
  admins: t`Admins alone`,
};
