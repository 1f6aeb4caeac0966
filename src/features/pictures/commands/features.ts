import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { FEATURES_VERSION, isVisionError } from "#app/adapters/vision/port.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import type { Services } from "#app/services.ts";

/** Features as they are kept until their picture has a row: of which version, and the vector's 32-bit numbers in base64. */
export type FileFeatures = { version: number; vector: string };

/** What a file looks like; null when the helper is off, cannot read it or did not respond: the upkeep tries again. */
export async function featuresOf(
  { vision, log }: Pick<Services, "vision" | "log">,
  jpeg: Uint8Array,
): Promise<FileFeatures | null> {
  if (!vision.has("similar")) return null;
  try {
    const { buffer, byteOffset, byteLength } = await vision.features(jpeg);
    const vector = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
    return { version: FEATURES_VERSION, vector };
  } catch (error) {
    if (!isVisionError(error)) throw error;
    log.warn({ err: error }, "the features of a picture could not be found");
    return null;
  }
}

/** The vector that was kept; null for one of another version, which cannot be compared. */
export function vectorOf({ version, vector }: FileFeatures): Float32Array | null {
  if (version !== FEATURES_VERSION) return null;
  return new Float32Array(Uint8Array.from(Buffer.from(vector, "base64")).buffer);
}

/** Keeps what a picture looks like, in place of what was found before; null for one whose file cannot be read. */
export async function insertFeatures(
  db: Kysely<Database>,
  pictureId: string,
  features: Float32Array | null,
): Promise<void> {
  const row = {
    version: FEATURES_VERSION,
    features: features && [...features],
    signs: features && binaryEmbedding(features),
  };
  await sql`
    insert into picture_features (picture_id, version, features, signs)
    select id, ${row.version}::smallint, ${row.features}::real[], ${row.signs}::bit(128)
    from pictures where id = ${pictureId}
    on conflict (picture_id) do update
      set version = excluded.version, features = excluded.features, signs = excluded.signs`.execute(
    db,
  );
}
