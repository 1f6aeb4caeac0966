import {
  EngineError,
  type Engine,
  type EngineErrorKind,
  type GenerateContext,
  type GenerateRequest,
  type GenerateResult,
  type ServiceTerms,
} from "#app/adapters/engines/port.ts";
import { isVisionError, type VisionErrorKind } from "#app/adapters/vision/port.ts";
import type { Services } from "#app/services.ts";
import type { Generation } from "../commands/close.ts";
import { helperId, originOf } from "../queries/upscale.ts";
import { editRequest, generateEdit, type EditOrder } from "./edit.ts";
import { requestOf } from "./request.ts";

/** What must be known about a renderer before it draws. */
export type Traits = {
  /** False for procedural drawing. */
  neural: boolean;
  /** Whether work that was under way when a process ended is resumed instead of being sent again. */
  resumable: boolean;
};

/** A request, the one picture of it that is wanted where it is not all of them, and the edit that it is for. */
export type Order = { request: GenerateRequest; only?: number; edit?: EditOrder };

/** Whatever draws the pictures of a generation: an engine, or what enlarges a picture. */
export type Renderer = {
  id: string;
  /** Milliseconds one picture may take. */
  deadlineMs: number;
  service?: ServiceTerms;
  /** May ask the engine. @throws EngineError */
  traits(): Promise<Traits>;
  /** @param skip pictures that are not wanted any more. @throws EngineError when the source is gone */
  order(traits: Traits, skip: readonly number[]): Promise<Order>;
  /** @throws EngineError */
  generate(order: Order, context: GenerateContext): Promise<GenerateResult>;
};

/** Milliseconds that the helper may take over one picture. */
const helperDeadlineMs = 240_000;

const asEngineError: Record<VisionErrorKind, [EngineErrorKind, string]> = {
  off: ["unsupported", "Enlarging is switched off here."],
  unreadable: ["invalid-request", "The picture to enlarge cannot be read."],
  "too-large": ["invalid-request", "Enlarged, this picture would be too large."],
  cancelled: ["cancelled", "The cast was cancelled."],
  failed: ["overloaded", "There was not enough room to enlarge it."],
  busy: ["overloaded", "Too many wait for the helper that enlarges."],
};

/** Enlarges the bytes of the picture itself, with the offline helper. */
function byHelper(services: Services, row: Generation): Renderer {
  return {
    id: helperId,
    deadlineMs: helperDeadlineMs,
    traits: async () => ({ neural: true, resumable: false }),
    order: async ({ neural }, skip) => ({ request: await requestOf(services, row, neural, skip) }),
    async generate({ request: { source, width, height } }, context) {
      if (!source) throw new EngineError("invalid-request", "There is no picture to enlarge.");
      let bytes: Buffer;
      try {
        bytes = await services.vision.upscale(
          source.bytes,
          { factor: 2 },
          context.signal,
          (fraction) => context.onProgress({ index: 0, fraction, stage: "enlarge" }),
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

async function traitsOf(engine: Engine): Promise<Traits> {
  const { neural, resumable } = await engine.capabilities();
  return { neural, resumable };
}

/** Has the engine that drew the picture draw it again at twice its size, by its own cast. */
function enlargedBy(services: Services, row: Generation, engine: Engine): Renderer {
  return {
    id: engine.id,
    deadlineMs: engine.deadlineMs * 4,
    service: engine.service,
    traits: () => traitsOf(engine),
    async order({ neural }) {
      const origin = await originOf(services.db, row.source_picture_id);
      if (origin === null) {
        throw new EngineError("invalid-request", "How this picture was made is no longer known.");
      }
      const request = await requestOf(services, origin.cast, neural, []);
      return { request: { ...request, jobId: row.id }, only: origin.index };
    },
    async generate({ request, only = 0 }, context) {
      if (engine.upscale === undefined) {
        throw new EngineError("unsupported", "This engine cannot enlarge pictures.");
      }
      return engine.upscale(request, only, {
        ...context,
        onProgress: (told) => context.onProgress({ ...told, index: 0 }),
        onImage: (image) => context.onImage({ ...image, index: 0 }),
      });
    },
  };
}

/** Has an engine draw what an edit changes. */
function editedBy(services: Services, row: Generation, engine: Engine): Renderer {
  return {
    ...plainly(services, row, engine),
    async order({ neural }, skip) {
      const request = await requestOf(services, row, neural, skip);
      return editRequest(services, row, engine, request);
    },
    async generate({ request, edit }, context) {
      if (edit === undefined) throw new EngineError("internal", "The edit was not prepared.");
      return generateEdit(services, engine, { request, edit }, context);
    },
  };
}

function plainly(services: Services, row: Generation, engine: Engine): Renderer {
  return {
    id: engine.id,
    deadlineMs: engine.deadlineMs,
    service: engine.service,
    traits: () => traitsOf(engine),
    order: async ({ neural }, skip) => ({ request: await requestOf(services, row, neural, skip) }),
    generate: ({ request }, context) => engine.generate(request, context),
  };
}

/** What draws a generation; null where its engine is no longer offered. */
export function rendererOf(services: Services, row: Generation): Renderer | null {
  if (row.kind === "upscale" && row.engine === helperId) return byHelper(services, row);
  const engine = services.engines.get(row.engine);
  if (!engine) return null;
  if (row.kind === "upscale") return enlargedBy(services, row, engine);
  return row.edit === null ? plainly(services, row, engine) : editedBy(services, row, engine);
}
