/** What the engines of docs/engines.md draw, and what they send for it. */
import { sourcePicture } from "#app/adapters/engines/contract-pictures.ts";
import { EngineError, type GeneratedImage } from "#app/adapters/engines/port.ts";
import type { Documented } from "./documented-engines.ts";

/** No image where the double refused the request: what was sent is known all the same. */
type Drawing = { image: GeneratedImage | undefined; sent: string };

const source = async () => ({ bytes: await sourcePicture(64, 64), mime: "image/png" });

async function draw({ engine, provider, model, can, subjects }: Documented): Promise<Drawing> {
  const images: GeneratedImage[] = [];
  const before = provider?.seen.length ?? 0;
  const drawing = engine.generate(
    {
      jobId: crypto.randomUUID(),
      mode: can.txt2img ? "txt2img" : "img2img",
      ...(!can.txt2img && { source: await source() }),
      prompt: "a harbour at dusk",
      model,
      width: 512,
      height: 512,
      count: 1,
      seed: 3,
      quality: "standard",
    },
    {
      signal: new AbortController().signal,
      onProgress() {},
      async onImage(image) {
        images.push(image);
      },
      async saveResumeToken() {},
    },
  );
  await drawing.catch((error: unknown) => {
    // The double of the Images API is OpenAI's own, which has no models of compatible servers.
    const isOfOthers = subjects.join() === "OpenAI-compatible";
    if (!isOfOthers || !(error instanceof EngineError)) throw error;
  });
  const seen = provider?.seen.slice(before) ?? [];
  return { image: images.at(0), sent: seen.map(({ body }) => body.toString("latin1")).join("\n") };
}

/** A drawing of a model, made once for each server, and for its GPT Image: one after the other, for they share what was seen. */
export function drawings(): (one: Documented) => Promise<Drawing> {
  const made = new Map<string, Promise<Drawing>>();
  let last: Promise<unknown> = Promise.resolve();
  return (one) => {
    const key = `${one.provider?.url ?? one.engine.id} ${one.subjects.includes("GPT Image")}`;
    const known = made.get(key);
    if (known) return known;
    const drawing = last.then(() => draw(one));
    last = drawing.catch(() => undefined);
    made.set(key, drawing);
    return drawing;
  };
}
