import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import {
  type Capabilities,
  type Engine,
  EngineError,
  type EngineErrorKind,
  type GenerateContext,
  type GenerateRequest,
} from "#app/adapters/engines/port.ts";

/** Behaviour of the quick engine for a first word of the prompt. */
export type Script = {
  /** Milliseconds a picture takes. */
  pictureMs?: number;
  /** Draws nothing before this is resolved, or the cast is over. */
  after?: Promise<void>;
  /** How many pictures come before the engine ends or throws; all by default. */
  delivers?: number;
  /** Thrown after `delivers` pictures, on each of the first `times` calls. */
  throws?: {
    kind: EngineErrorKind;
    times?: number;
    retryAfterMs?: number;
    billed?: "no" | "maybe";
  };
  /** Sends this instead of a picture. */
  bytes?: Uint8Array;
  /** Hands every picture over twice. */
  twice?: boolean;
  /** Ignores its signal. */
  deaf?: boolean;
  progress?: boolean;
};

export type QuickEngine = Engine & {
  /** Requests it was given, in order. */
  calls: GenerateRequest[];
};

export const quickCapabilities: Capabilities = {
  label: "Quick",
  disclosure: "Draws one plain colour, for tests.",
  neural: false,
  models: [
    { id: "quick-1", label: "Quick" },
    { id: "quick-runware", label: "Quick by another price" },
  ],
  params: [],
  txt2img: true,
  img2img: true,
  mask: false,
  extend: false,
  upscale: false,
  negativePrompt: "native",
  seed: true,
  strength: true,
  references: null,
  weights: false,
  maxImagesPerCall: 8,
  sizes: { kind: "range", min: 64, max: 2048, multipleOf: 8 },
  qualities: ["standard", "high"],
  progress: "percent",
  previews: true,
  cancel: "immediate",
  cancelIsShared: false,
  resumable: false,
  deterministic: true,
};

async function draw(seed: number, times = 1): Promise<Uint8Array> {
  const background = { r: seed % 256, g: (seed * 7) % 256, b: (seed * 31) % 256 };
  return sharp({ create: { width: 64 * times, height: 48 * times, channels: 3, background } })
    .png()
    .toBuffer();
}

/**
 * A small engine that implements the whole port: it skips, reports, aborts and throws like a real one, and draws real pictures.
 * @param scripts how it behaves for prompts that begin with the word
 */
export function quickEngine(
  scripts: Record<string, Script> = {},
  can: Partial<Capabilities> = {},
): QuickEngine {
  const calls: GenerateRequest[] = [];
  const thrown = new Map<string, number>();
  return {
    id: "quick",
    calls,
    capabilities: async () => ({ ...quickCapabilities, ...can }),
    deadlineMs: 60_000,
    health: async () => ({ state: "up" }),
    close: async () => undefined,
    async generate(request, context) {
      const { signal } = context;
      calls.push(request);
      const script = scripts[request.prompt.split(" ")[0]] ?? {};
      const { pictureMs = 5, delivers = request.count, throws } = script;
      const skip = new Set(request.skip);
      const stopped = new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
      });
      if (script.after) await Promise.race([script.after, stopped]);
      let delivered = 0;
      const check = () => {
        if (signal.aborted && !script.deaf) throw new EngineError("cancelled", "Cancelled.");
      };
      for (let index = 0; index < delivers; index += 1) {
        if (skip.has(index)) continue;
        check();
        const heard = script.deaf ? undefined : signal;
        const bytes = script.bytes ?? (await draw(request.seed + index));
        for (let step = 1; step <= 4; step += 1) {
          await sleep(pictureMs / 4, undefined, { signal: heard }).catch(() => undefined);
          check();
          const preview = script.progress ? { bytes, mime: "image/png" } : undefined;
          context.onProgress({
            index,
            fraction: step / 4,
            stage: "colour",
            ...(preview && { preview }),
          });
        }
        const image = { index, bytes, mime: "image/png", width: 64, height: 48, providerMeta: {} };
        await context.onImage(image);
        if (script.twice) await context.onImage(image);
        delivered += 1;
      }
      const before = thrown.get(request.jobId) ?? 0;
      if (throws && before < (throws.times ?? Infinity)) {
        thrown.set(request.jobId, before + 1);
        const { kind, retryAfterMs, billed } = throws;
        throw new EngineError(kind, `The engine says: ${kind}.`, { retryAfterMs, billed });
      }
      return { delivered, warnings: [] };
    },
    ...(can.upscale && {
      async upscale(request: GenerateRequest, index: number, context: GenerateContext) {
        calls.push(request);
        const bytes = await draw(request.seed + index, 2);
        const size = { width: 128, height: 96 };
        await context.onImage({ index, bytes, mime: "image/png", ...size, providerMeta: {} });
        return { delivered: 1, warnings: [] };
      },
    }),
  };
}
