import sharp from "sharp";
import {
  EngineError,
  type GenerateContext,
  type GeneratedImage,
  type GenerateRequest,
} from "../port.ts";

/** Indices of a request still to be drawn. */
export function openIndices(request: GenerateRequest): number[] {
  const skipped = new Set(request.skip);
  return Array.from({ length: request.count }, (_, index) => index).filter(
    (index) => !skipped.has(index),
  );
}

/** @throws EngineError "invalid-request" for a source that does not decode: some servers would quietly draw without it */
async function checkSource({ source }: GenerateRequest): Promise<void> {
  if (!source) return;
  try {
    await sharp(source.bytes, { limitInputPixels: 5e7, failOn: "error" }).stats();
  } catch (error) {
    throw new EngineError("invalid-request", "The source is not a picture that can be read.", {
      cause: error,
    });
  }
}

/**
 * Draws pictures one call each, some at once. What succeeded is handed on; the first failure stops new
 * calls, and is thrown only when nothing was delivered (else it becomes a warning: half a success).
 */
export async function drawEach(
  request: GenerateRequest,
  context: GenerateContext,
  atOnce: number,
  draw: (index: number) => Promise<GeneratedImage>,
): Promise<{ delivered: number; warnings: string[] }> {
  if (context.signal.aborted) throw new EngineError("cancelled", "The cast was cancelled.");
  await checkSource(request);
  const waiting = openIndices(request);
  let delivered = 0;
  let failure: EngineError | undefined;
  // One picture is stored at a time, as onImage promises.
  let storing: Promise<void> = Promise.resolve();
  const line = async () => {
    for (let index = waiting.shift(); index !== undefined && !failure; index = waiting.shift()) {
      try {
        const image = await draw(index);
        storing = storing.then(() => context.onImage(image));
        await storing;
        delivered += 1;
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, line));
  if (failure && (delivered === 0 || failure.kind === "cancelled")) throw failure;
  return { delivered, warnings: failure ? [failure.userMessage] : [] };
}
