/** Casts against a double whose responses and frames are mutated in transit, until the wanted number is reached. */
import { EngineError, type GenerateRequest } from "#app/adapters/engines/port.ts";
import type { Kind } from "./kinds.ts";
import { runMutatingProxy } from "./mutating-proxy.ts";
import { randomOf } from "./mutations.ts";
import { pngOf, type Provider } from "./service.ts";

/** What is sent mutated answers. */
export type FuzzedKind = Pick<Kind, "name" | "model" | "engine"> & {
  provider(): Promise<Pick<Provider, "url" | "seen" | "close">>;
  quick?: () => Promise<Pick<Provider, "url" | "seen" | "close">>;
  /** Whether this error may say that the fault is ours; left out, none may. */
  mayBeOurs?: (error: EngineError) => boolean;
};

export type Fuzzed = {
  /** Number of mutated responses and frames. */
  mutated: number;
  casts: number;
  /** Number of casts by result: "whole", "half", or the kind of an EngineError. */
  ends: Record<string, number>;
  /** Errors that are no EngineError, or one that says the fault is ours where it cannot be. */
  wrong: unknown[];
  /** Reports that broke the port's rules: a fraction out of bounds or decreasing, a preview that is no picture. */
  badReports: string[];
};

const atOnce = 12;
/** Short timeout for a silent service. */
const deadlineMs = 1000;
const side = 512;

/**
 * Draws until `wanted` responses and frames were mutated. The same seed mutates alike, as far as the network allows.
 */
export async function fuzz(kind: FuzzedKind, wanted: number, seed: number): Promise<Fuzzed> {
  const provider = await (kind.quick ? kind.quick() : kind.provider());
  const proxy = await runMutatingProxy(provider.url, seed);
  const random = randomOf(seed + 1);
  const source = { bytes: await pngOf(64, 64, 1), mime: "image/png" };
  const done: Fuzzed = { mutated: 0, casts: 0, ends: {}, wrong: [], badReports: [] };
  const count = (end: string) => {
    done.ends[end] = (done.ends[end] ?? 0) + 1;
  };

  const castOnce = async () => {
    // Each cast has an engine of its own, as after a restart: models and features are read every time.
    const models = [{ id: kind.model, label: kind.model }];
    const engine = kind.engine(proxy.url, { deadlineMs, ...(random() < 0.8 && { models }) });
    const isRemix = random() < 0.3;
    const request: GenerateRequest = {
      jobId: crypto.randomUUID(),
      mode: isRemix ? "img2img" : "txt2img",
      prompt: "a harbour at dusk",
      model: kind.model,
      width: side,
      height: side,
      count: random() < 0.2 ? 2 : 1,
      seed: Math.floor(random() * 1e9),
      quality: "standard",
      ...(isRemix && { source, strength: 0.5 }),
    };
    const best = new Map<number, number>();
    const cancel = new AbortController();
    if (random() < 0.1) setTimeout(() => cancel.abort(), random() * 300).unref();
    done.casts += 1;
    try {
      const { delivered } = await engine.generate(request, {
        signal: cancel.signal,
        onProgress({ index, fraction }) {
          const isSane = fraction >= (best.get(index) ?? 0) && fraction <= 1;
          if (!isSane) done.badReports.push(`${index}: ${best.get(index)} then ${fraction}`);
          best.set(index, fraction);
        },
        async onImage() {},
        async saveResumeToken() {},
      });
      count(delivered === request.count ? "whole" : "half");
    } catch (error) {
      const isKnown =
        error instanceof EngineError &&
        (error.kind !== "internal" || kind.mayBeOurs?.(error) === true);
      if (isKnown) count(error.kind);
      else done.wrong.push(error);
    }
    await engine.close();
  };

  const line = async () => {
    while (proxy.mutated < wanted) {
      await castOnce();
      provider.seen.length = 0;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  done.mutated = proxy.mutated;
  await proxy.close();
  await provider.close();
  return done;
}
