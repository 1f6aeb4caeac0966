import { setTimeout as sleep } from "node:timers/promises";
import {
  EngineError,
  type GenerateContext,
  type GenerateResult,
  type GeneratedImage,
} from "#app/adapters/engines/port.ts";
import { isDatabaseDown } from "#app/lib/database-down.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import type { Ending, Generation } from "../commands/close.ts";
import { returnRequest, takeRequest } from "../commands/engine-slots.ts";
import { noAnswer, noteAsked, noteFailed, unanswered } from "./asked.ts";
import { deliverPicture } from "./deliver.ts";
import type { Renderer, Order, Traits } from "./renderer.ts";
import { failureOf, isExpected } from "./failure.ts";
import { mayFallBack } from "./fallback.ts";
import type { RunControl } from "./lease.ts";
import type { ProgressWriter } from "./progress-writer.ts";
import { retryDelay } from "./retry.ts";

/** An engine that ignores its signal is abandoned after this; what it still sends is dropped. */
const obeyMs = 5_000;

/** One worker's turn at a generation. */
export type Work = {
  services: Services;
  row: Generation;
  control: RunControl;
  progress: ProgressWriter;
};

/** Our own callbacks and preparation: their failures are not the engine's. */
type Own = { failure: { error: unknown } | null };

function noted<A extends unknown[], R>(own: Own, work: (...args: A) => Promise<R>) {
  return async (...args: A): Promise<R> => {
    try {
      return await work(...args);
    } catch (error) {
      own.failure ??= { error };
      throw error;
    }
  };
}

async function saveToken({ services, row }: Work, token: string): Promise<void> {
  row.resume_token = token;
  await services.db
    .updateTable("generations")
    .set({ resume_token: token })
    .where("id", "=", row.id)
    .where("attempt", "=", row.attempt)
    .where("state", "=", "running")
    .execute();
}

/** A slot for another request; an error only means that none is free now. */
async function findRoom({ services, row }: Work, limit: number) {
  const failed = (error: unknown) =>
    services.log.warn(
      { err: error, generationId: row.id },
      "the free slots of an engine were not counted",
    );
  const taken = await takeRequest(services.db, row, limit).catch((error: unknown) => {
    failed(error);
    return false;
  });
  if (!taken) return null;
  // If it cannot be released now, it is released at the end of the cast.
  return () => returnRequest(services.db, row).catch(failed);
}

/** Callbacks for a service: paid requests are recorded before they are sent, and its limit is kept. */
function termsOf(work: Work, { service }: Renderer, own: Own): Partial<GenerateContext> {
  if (!service) return {};
  const { services, row, control } = work;
  const room = () => findRoom(work, service.concurrency);
  if (!service.bills) return { room };
  return {
    room,
    onRequest: noted(own, async (index) => {
      if (control.signal.aborted) throw new EngineError("cancelled", "The cast is over.");
      if (await noteAsked(services, row, index)) return;
      control.stop("lost");
      throw new EngineError("cancelled", "The cast is over.");
    }),
    onRequestFailed: noted(own, (index, error) => noteFailed(services, row, index, error)),
  };
}

/** One call of the engine. Rejects when the signal aborts and the engine does not return in time. */
async function callEngine(
  renderer: Renderer,
  work: Work,
  order: Order,
  context: GenerateContext,
): Promise<GenerateResult> {
  const { signal } = work.control;
  failpoint(work.services.env, "before-dispatch");
  const call = renderer.generate(order, context);
  const over = new AbortController();
  const disobeyed = new Promise<never>((_resolve, reject) => {
    const wait = () =>
      sleep(obeyMs, undefined, { signal: over.signal }).then(
        () => reject(new EngineError("cancelled", "The engine did not stop when it was told to.")),
        () => undefined,
      );
    if (signal.aborted) void wait();
    else signal.addEventListener("abort", () => void wait(), { signal: over.signal });
  });
  try {
    return await Promise.race([call, disobeyed]);
  } finally {
    over.abort();
    call.catch(() => undefined);
  }
}

type Call = { renderer: Renderer; work: Work; traits: Traits; own: Own; lost: readonly number[] };

/** Requests the missing pictures and stores them as they arrive. */
async function drawOnce({ renderer, work, traits, own, lost }: Call): Promise<GenerateResult> {
  const { services, row, control, progress } = work;
  let open = true;
  const onImage = async (image: GeneratedImage) => {
    if (!open || control.signal.aborted) throw new EngineError("cancelled", "The cast is over.");
    if (progress.isDelivered(image.index)) return;
    const by = {
      id: renderer.id,
      neural: traits.neural,
      isService: renderer.service !== undefined,
    };
    if (!(await deliverPicture({ services, row, progress, renderer: by, image }))) {
      control.stop("lost");
    }
  };
  try {
    const skip = [...progress.delivered(), ...lost];
    const order = await noted(own, () => renderer.order(traits, skip))();
    return await callEngine(renderer, work, order, {
      signal: control.signal,
      onProgress: (told) => progress.report(told),
      onImage: noted(own, onImage),
      ...(row.resume_token !== null && { resumeToken: row.resume_token }),
      saveResumeToken: noted(own, (token) => saveToken(work, token)),
      ...termsOf(work, renderer, own),
    });
  } finally {
    open = false;
  }
}

function failed({ services, row }: Work, { service }: Renderer, error: unknown): Ending {
  const failure = failureOf(error, service?.bills === true);
  if (!isExpected(failure)) {
    services.log.error({ err: error, generationId: row.id }, "a cast failed");
  }
  return failure;
}

/**
 * Calls the engine until it is done, fails for good, or the run is stopped.
 * @returns how the cast ends, or null when the run is stopped
 * @throws an error of a lost database: the lease expires and another attempt draws what is missing
 */
export async function draw(renderer: Renderer, work: Work): Promise<Ending | null> {
  const { services, row, control, progress } = work;
  const beganAt = performance.now();
  for (let tried = 1; ; tried += 1) {
    const own: Own = { failure: null };
    try {
      const traits = await renderer.traits();
      const lost = unanswered(row, renderer, traits, progress);
      if (progress.delivered().length + lost.length >= row.count) return noAnswer;
      const result = await drawOnce({ renderer, work, traits, own, lost });
      failpoint(services.env, "after-engine");
      if (lost.length > 0) return noAnswer;
      const { warnings, interpretation = null } = result;
      return { kind: "finished", warnings, interpretation };
    } catch (error) {
      if (control.signal.aborted) return null;
      // An error of our own part counts, whatever the engine reports.
      const thrown = own.failure ? own.failure.error : error;
      if (own.failure && isDatabaseDown(thrown)) throw thrown;
      const spentMs = performance.now() - beganAt;
      const tries = { tried, spentMs, hasOther: mayFallBack(services, row) };
      const delay = retryDelay(thrown, tries, Math.random());
      if (delay === null) return failed(work, renderer, thrown);
      progress.stage("waiting for the engine");
      await sleep(delay, undefined, { signal: control.signal }).catch(() => undefined);
      if (control.signal.aborted) return null;
    }
  }
}
