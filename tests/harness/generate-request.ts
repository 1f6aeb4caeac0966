import type { GenerateRequest } from "#app/adapters/engines/port.ts";

/** A request for one picture of 512 x 512 from words, as the contract tests send it to an engine. */
export const aGenerateRequest = (
  model: string,
  more: Partial<GenerateRequest> = {},
): GenerateRequest => ({
  jobId: crypto.randomUUID(),
  mode: "txt2img",
  prompt: "a harbour at dusk",
  model,
  width: 512,
  height: 512,
  count: 1,
  seed: 3,
  quality: "standard",
  ...more,
});
