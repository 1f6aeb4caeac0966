import { sql } from "kysely";
import {
  FEATURES_VERSION,
  isVisionError,
  type Moderation,
  type Vision,
} from "#app/adapters/vision/port.ts";
import type { Services } from "#app/services.ts";
import { insertFeatures } from "../commands/features.ts";

type AnalysisServices = Pick<Services, "db" | "log" | "storage" | "vision">;
type Analysis = { moderation: Moderation | null; features: Float32Array | null };

/** The condition of createPendingSearch for pictures that are not analysed. */
export function isUnanalysed(vision: Vision) {
  return sql<boolean>`(
    (${vision.has("similar")} and f.version is distinct from ${FEATURES_VERSION})
    or (${vision.has("moderation")} and not jsonb_exists(p.gen_meta, 'moderation')))`;
}

/** The analysis of a picture; null for helpers that are off, and for a missing or unreadable file. */
async function analyse({ storage, vision }: AnalysisServices, key: string): Promise<Analysis> {
  const original = await storage.get(key);
  if (original === null) return { moderation: null, features: null };
  try {
    const { bytes } = original;
    const moderation = vision.has("moderation") ? await vision.moderate(bytes) : null;
    return { moderation, features: vision.has("similar") ? await vision.features(bytes) : null };
  } catch (error) {
    if (!isVisionError(error, "unreadable")) throw error;
    return { moderation: null, features: null };
  }
}

/** Classifies each picture once; a flag hides it until an admin has decided. */
async function saveModeration({ db }: AnalysisServices, id: string, found: Moderation | null) {
  const isFlagged = found?.flagged ?? false;
  const meta = JSON.stringify({ moderation: found });
  const saved = await sql`
    update pictures set
      gen_meta = gen_meta || ${meta}::jsonb,
      approved = approved and not ${isFlagged},
      hidden_with_owner = hidden_with_owner and not ${isFlagged},
      status = case when ${isFlagged} and status = 'ready' then 'waiting' else status end
    where id = ${id} and not jsonb_exists(gen_meta, 'moderation')`.execute(db);
  return isFlagged && saved.numAffectedRows === 1n;
}

/**
 * Classifies one picture and stores its features. Idempotent, and a picture that an admin has
 * approved after a flag is not flagged again.
 * @throws VisionError failed, off
 */
export async function analysePicture(services: AnalysisServices, id: string): Promise<void> {
  const { db, log, vision } = services;
  const row = await db
    .selectFrom("pictures")
    .select("storage_key")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return;
  const { moderation, features } = await analyse(services, row.storage_key);
  if (vision.has("similar")) await insertFeatures(db, id, features);
  if (vision.has("moderation") && (await saveModeration(services, id, moderation))) {
    log.info({ pictureId: id, scores: moderation?.scores }, "a picture waits for review");
  }
}
