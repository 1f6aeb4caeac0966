import { redirect } from "react-router";
import { castById, castLog } from "#app/features/generation/queries.ts";
import { listEngines } from "#app/features/generation/queries/engines.ts";
import { gridSettings } from "#app/features/generation/queries/grids.ts";
import { listKits } from "#app/features/generation/queries/kits.ts";
import { offeredTo } from "#app/features/generation/queries/own-engines.ts";
import { sourceOf } from "#app/features/generation/queries/source.ts";
import { firstModels } from "#app/features/models/queries.ts";
import type { Actor } from "#app/lib/actor.ts";
import { paths } from "#app/paths.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import { examples } from "#app/rules/example-prompts.ts";
import type { Services } from "#app/services.ts";

const firstCasts = 12;
/** How long the page waits for an engine's capabilities, in ms; the browser then asks again. */
const engineWaitMs = 600;

/** The initial prompt, which links from the prompt guide contain. */
function wordsOf(query: URLSearchParams): string | null {
  const words = Array.from(query.get("prompt")?.trim() ?? "").slice(0, castLimits.prompt.max);
  return words.join("") || null;
}

/**
 * What the studio begins with; guests are sent to sign in.
 * @param address of the page, whose query names what to begin from
 */
export async function readStudio(
  services: Services,
  actor: Actor,
  { pathname, search, searchParams: query }: URL,
) {
  const [sourceId, uploadId, reuseId, referenceId, gridId] = [
    "source",
    "upload",
    "reuse",
    "reference",
    "grid",
  ].map((key) => query.get(key));
  const words = wordsOf(query);
  const kit = query.get("kit");
  const { db } = services;
  if (actor.role === "guest") {
    throw redirect(paths.login({ next: pathname + search }));
  }
  const [casts, engines, source, reference, kits, reused, grid] = await Promise.all([
    castLog(db, actor.userId, { limit: firstCasts }),
    listEngines(services, { waitMs: engineWaitMs, health: false }).then((engines) =>
      offeredTo(services, actor, engines),
    ),
    sourceOf(db, actor, { sourceId, uploadId }),
    sourceOf(db, actor, { sourceId: referenceId, uploadId: null }),
    listKits(db, actor),
    reuseId === null ? null : castById(db, actor.userId, reuseId),
    gridId === null ? null : gridSettings(db, actor, gridId),
  ]);
  const isNew = actor.role === "admin" && !actor.needsSecondFactor && casts.items.length === 0;
  const engine = query.get("engine");
  return {
    memberId: actor.userId,
    casts,
    examples: casts.items.length === 0 ? examples : [],
    engines,
    source,
    kits: [...kits.own, ...kits.curated, ...kits.shared],
    words,
    kit,
    reused,
    reference,
    grid,
    /** What draws, where the address names an engine that is offered. */
    draws:
      engine !== null && engines.some(({ id }) => id === engine)
        ? { engine, model: query.get("model") }
        : null,
    /** What the first admin of a site is shown that has nothing but Sketch. */
    firstModels: isNew && services.engines.size === 1 ? await firstModels(services) : null,
    hasHelp: services.promptHelper !== null,
    sourceMissing: (sourceId !== null || uploadId !== null) && source === null,
    referenceMissing: referenceId !== null && reference === null,
  };
}
