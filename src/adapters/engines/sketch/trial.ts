/** Shared by tests of Sketch: a request, and a way to run it. */
import { createHash } from "node:crypto";
import type {
  Engine,
  EngineProgress,
  GenerateRequest,
  GenerateResult,
  GeneratedImage,
} from "../port.ts";

export const base: GenerateRequest = {
  jobId: "3f0e8a52-6f0f-4f5e-9a70-1d5f9a3c0001",
  mode: "txt2img",
  prompt: "a calm ocean at sunset",
  model: "sketch-1",
  width: 256,
  height: 256,
  count: 1,
  seed: 5,
  quality: "standard",
};

export type Run = { result: GenerateResult; images: GeneratedImage[]; progress: EngineProgress[] };

/** Draws the base request with changes, and collects what the engine delivers. */
export async function drawOn(
  engine: Engine,
  change: Partial<GenerateRequest>,
  signal = new AbortController().signal,
): Promise<Run> {
  const images: GeneratedImage[] = [];
  const progress: EngineProgress[] = [];
  const result = await engine.generate(
    { ...base, ...change },
    {
      signal,
      onProgress: (report) => progress.push(report),
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => {},
    },
  );
  return { result, images, progress };
}

/** SHA-256 of an encoded picture. */
export const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
