import { setTimeout as sleep } from "node:timers/promises";
import { sharp } from "#app/lib/sharp.ts";
import {
  EngineError,
  type GenerateContext,
  type GeneratedImage,
  type GenerateRequest,
} from "../port.ts";
import { wordedFor } from "../worded.ts";
import { withCleanTexts } from "./prompt-text.ts";

/** Indices of a request still to be drawn. */
export function openIndices(request: GenerateRequest): number[] {
  const skipped = new Set(request.skip);
  return Array.from({ length: request.count }, (_, index) => index).filter(
    (index) => !skipped.has(index),
  );
}

async function checkPicture(bytes: Uint8Array, fault: string): Promise<void> {
  try {
    await sharp(bytes, { limitInputPixels: 5e7, failOn: "error" }).stats();
  } catch (error) {
    throw new EngineError("invalid-request", fault, { cause: error });
  }
}

/** @throws EngineError "invalid-request" for a picture that does not decode: some servers would quietly draw without it */
async function checkPictures({ source, references = [] }: GenerateRequest): Promise<void> {
  if (source) await checkPicture(source.bytes, "The source is not a picture that can be read.");
  for (const { bytes } of references) {
    await checkPicture(bytes, "A reference is not a picture that can be read.");
  }
}

/** How often a cast with more to draw asks for a slot for another request. */
const roomEveryMs = 500;

type Drawing = {
  context: GenerateContext;
  draw: (index: number) => Promise<GeneratedImage>;
  /** Indices that are not being drawn yet. */
  waiting: number[];
  delivered: number;
  /** The first failure of a request. */
  failure: EngineError | undefined;
  /** An error that is not the service's: a lost database, a full disk, a bug. */
  fatal: { error: unknown } | undefined;
  /** One picture is stored at a time, as onImage promises. */
  storing: Promise<void>;
};

const isOver = (drawing: Drawing) =>
  drawing.failure !== undefined || drawing.fatal !== undefined || drawing.waiting.length === 0;

async function ask(drawing: Drawing, index: number): Promise<GeneratedImage> {
  const { context } = drawing;
  await context.onRequest?.(index);
  try {
    return await drawing.draw(index);
  } catch (error) {
    if (error instanceof EngineError) await context.onRequestFailed?.(index, error);
    throw error;
  }
}

/** Draws the next picture and passes it on. Never rejects. */
async function drawNext(drawing: Drawing): Promise<void> {
  const index = drawing.waiting.shift();
  if (index === undefined) return;
  try {
    const image = await ask(drawing, index);
    drawing.storing = drawing.storing.then(() => drawing.context.onImage(image));
    await drawing.storing;
    drawing.delivered += 1;
  } catch (error) {
    if (error instanceof EngineError) drawing.failure ??= error;
    else drawing.fatal ??= { error };
  }
}

/** Draws further pictures in parallel to the first line, as long as slots are free. Ends with that line. */
async function drawBeside(drawing: Drawing, atOnce: number, line: Promise<void>): Promise<void> {
  const { context } = drawing;
  const underWay = new Set<Promise<void>>();
  const over = new AbortController();
  const pause = () => sleep(roomEveryMs, undefined, { signal: over.signal }).catch(() => undefined);
  while (!isOver(drawing)) {
    const passOn =
      underWay.size + 1 < atOnce ? await (context.room?.() ?? (async () => undefined)) : null;
    if (passOn === null) {
      await Promise.race([pause(), line, ...underWay]);
      continue;
    }
    const one = (isOver(drawing) ? Promise.resolve() : drawNext(drawing))
      .then(passOn)
      .catch((error: unknown) => {
        drawing.fatal ??= { error };
      })
      .finally(() => underWay.delete(one));
    underWay.add(one);
  }
  over.abort();
  await Promise.all(underWay);
}

/**
 * Draws pictures with one request each, as many at once as slots are free. Finished ones are passed on; the
 * first failure stops new requests, and is thrown only when nothing was delivered (otherwise it becomes a warning: a partial
 * success). Settles when no request is in flight any more.
 * @param atOnce requests of this cast at once, at most
 * @param draw draws one picture of the request it is given, whose texts are free of engine tags
 */
export async function drawEach(
  request: GenerateRequest,
  context: GenerateContext,
  atOnce: number,
  draw: (request: GenerateRequest, index: number) => Promise<GeneratedImage>,
): Promise<{ delivered: number; warnings: string[] }> {
  if (context.signal.aborted) throw new EngineError("cancelled", "The cast was cancelled.");
  await checkPictures(request);
  const drawing: Drawing = {
    context,
    draw: (index) => draw(withCleanTexts(wordedFor(request, index)), index),
    waiting: openIndices(request),
    delivered: 0,
    failure: undefined,
    fatal: undefined,
    storing: Promise.resolve(),
  };
  const line = (async () => {
    while (!isOver(drawing)) await drawNext(drawing);
  })();
  await Promise.all([line, drawBeside(drawing, atOnce, line)]);
  const { delivered, failure, fatal } = drawing;
  if (fatal) throw fatal.error;
  if (failure && (delivered === 0 || failure.kind === "cancelled")) throw failure;
  return { delivered, warnings: failure ? [failure.userMessage] : [] };
}
