import type { GenerateRequest } from "./port.ts";

/** The request for one of its pictures, with the words of that picture. */
export const wordedFor = (request: GenerateRequest, index: number): GenerateRequest => ({
  ...request,
  prompt: request.prompts?.[index] ?? request.prompt,
});
