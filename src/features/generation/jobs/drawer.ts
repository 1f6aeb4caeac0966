import {
  EngineError,
  type Engine,
  type EngineErrorKind,
  type GenerateContext,
} from "#app/adapters/engines/port.ts";
import { isVisionError, type VisionErrorKind } from "#app/adapters/vision/port.ts";
import type { Services } from "#app/services.ts";
import type { Generation } from "../commands/close.ts";
import { helperId, originOf } from "../queries/upscale.ts";
import { requestOf } from "./request.ts";

/** Whatever draws the pictures of a generation: an engine, or what enlarges a picture. */
export type Drawer = Pick<Engine, "id" | "deadlineMs" | "generate"> & {
  /** False for procedural drawing. */
  neural: boolean;
};

/** Milliseconds that the helper may take over one picture. */
const helperDeadlineMs = 240_000;

const asEngineError: Record<VisionErrorKind, [EngineErrorKind, string]> = {
  off: ["unsupported", "Enlarging is switched off here."],
  unreadable: ["invalid-request", "The picture to enlarge cannot be read."],
  "too-large": ["invalid-request", "Enlarged, this picture would be too large."],
  cancelled: ["cancelled", "The cast was cancelled."],
  failed: ["overloaded", "There was not enough room to enlarge it."],
};

/** Enlarges the bytes of the picture itself, with the offline helper. */
function byHelper({ vision }: Services): Drawer {
  return {
    id: helperId,
    neural: true,
    deadlineMs: helperDeadlineMs,
    async generate({ source, width, height }, context) {
      if (!source) throw new EngineError("invalid-request", "There is no picture to enlarge.");
      let bytes: Buffer;
      try {
        bytes = await vision.upscale(source.bytes, { factor: 2 }, context.signal, (fraction) =>
          context.onProgress({ index: 0, fraction, stage: "enlarge" }),
        );
      } catch (error) {
        if (!isVisionError(error)) throw error;
        const [kind, words] = asEngineError[error.kind];
        throw new EngineError(kind, words, { cause: error });
      }
      await context.onImage({
        index: 0,
        bytes,
        mime: "image/jpeg",
        width,
        height,
        providerMeta: {},
      });
      return { delivered: 1, warnings: [] };
    },
  };
}

/** Has the engine that drew the picture draw it again at twice its size, by its own cast. */
function byEngine(services: Services, row: Generation, engine: Engine, neural: boolean): Drawer {
  return {
    id: engine.id,
    neural,
    deadlineMs: engine.deadlineMs * 4,
    async generate(_request, context) {
      const origin = await originOf(services.db, row.source_picture_id);
      if (origin === null || engine.upscale === undefined) {
        throw new EngineError("invalid-request", "How this picture was made is no longer known.");
      }
      const request = await requestOf(services, origin.cast, neural, []);
      const first: GenerateContext = {
        ...context,
        onProgress: (told) => context.onProgress({ ...told, index: 0 }),
        onImage: (image) => context.onImage({ ...image, index: 0 }),
      };
      return engine.upscale({ ...request, jobId: row.id }, origin.index, first);
    },
  };
}

/** What draws a generation; null where its engine is no longer offered. */
export async function drawerOf(services: Services, row: Generation): Promise<Drawer | null> {
  if (row.kind === "upscale" && row.engine === helperId) return byHelper(services);
  const engine = services.engines.get(row.engine);
  if (!engine) return null;
  const { neural } = await engine.capabilities();
  if (row.kind === "upscale") return byEngine(services, row, engine, neural);
  const { id, deadlineMs } = engine;
  return {
    id,
    neural,
    deadlineMs,
    generate: (request, context) => engine.generate(request, context),
  };
}
