import { createHash } from "node:crypto";
import { t } from "#app/language/message.ts";
import type { SizeRule } from "#app/adapters/engines/port.ts";
import type { Member } from "#app/lib/actor.ts";
import { fieldError } from "#app/lib/errors.ts";
import { canEnlarge, tooLargeToEnlarge } from "#app/rules/enlarging.ts";
import { nearestAspect } from "#app/rules/nearest-aspect.ts";
import type { Services } from "#app/services.ts";
import { placeCast, type RequestedCast } from "../commands.ts";
import { helperId, originOf, pictureToEnlarge } from "../queries/upscale.ts";
import type { Plan } from "./enqueue.ts";

type Size = { width: number; height: number };

const fits = (rule: SizeRule, { width, height }: Size): boolean =>
  rule.kind === "range" &&
  Math.max(width, height) <= rule.max &&
  width * height <= (rule.maxPixels ?? Number.POSITIVE_INFINITY);

const twice = ({ width, height }: Size): Size => ({ width: width * 2, height: height * 2 });

type Origin = NonNullable<Awaited<ReturnType<typeof originOf>>>["cast"];

/** Whether a cast can be drawn again: one that was enlarged, is an edit, or whose source is gone, cannot. */
const isRepeatable = ({ kind, edit, source_picture_id, source_upload_id }: Origin): boolean =>
  kind === "create" ||
  (kind === "remix" && edit === null && (source_picture_id ?? source_upload_id) !== null);

/**
 * Who enlarges a picture: the engine that drew it, where it can draw it again at twice its size; else the helper.
 * @throws AppError invalid-request with the reason where nobody can
 */
async function enlargerOf(
  { db, engines, vision }: Services,
  picture: Size & { id: string },
): Promise<Plan["choice"]> {
  const origin = await originOf(db, picture.id);
  const engine = origin && engines.get(origin.cast.engine);
  // A picture that cannot be drawn again is enlarged from its file.
  if (origin && engine?.upscale && isRepeatable(origin.cast)) {
    const can = await engine.capabilities().catch(() => null);
    if (can?.upscale && fits(can.sizes, twice(origin.cast))) {
      return { engine, can, model: origin.cast.model };
    }
  }
  if (!canEnlarge(picture)) {
    throw fieldError("picture", "too-large", tooLargeToEnlarge(picture));
  }
  if (vision.has("upscale")) {
    return { engine: { id: helperId }, can: { label: t`Enlarger` }, model: "esrgan-slim-2x" };
  }
  const reason = t`The engine that drew this picture cannot enlarge it, and enlarging is off here`;
  throw fieldError("picture", "unsupported", reason);
}

const oneOf = (value: unknown): "standard" | "high" => (value === "high" ? "high" : "standard");

async function planOf(
  services: Services,
  actor: Member,
  pictureId: string,
  hash: string,
): Promise<Plan> {
  const picture = await pictureToEnlarge(services.db, actor.userId, pictureId);
  if (!picture) throw fieldError("picture", "unknown", t`There is no such picture of yours`);
  if (picture.status === "rejected") {
    throw fieldError("picture", "rejected", t`A picture that was rejected cannot be made larger`);
  }
  const choice = await enlargerOf(services, picture);
  const meta = picture.gen_meta as { seed?: number; quality?: string };
  return {
    kind: "upscale",
    input: {
      prompt: picture.prompt ?? picture.title,
      aspect: nearestAspect(picture.width, picture.height),
      quality: oneOf(meta.quality),
      count: 1,
      seed: meta.seed ?? 0,
      isPublic: picture.is_public,
      fallback: false,
      whenIdle: false,
    },
    size: twice(picture),
    choice,
    source: { source_picture_id: picture.id, source_upload_id: null },
    kit: null,
    texts: null,
    // As any other picture made from a source (decision 037).
    cost: services.env.REMIX_CREDITS,
    hash,
  };
}

/**
 * Queues a cast that makes a picture of the member's own twice as large: a picture of its own, beside the first.
 * Otherwise as requestCast.
 * @throws AppError invalid-request, insufficient-credits, key-reused, rate-limited
 */
export async function requestUpscale(
  services: Services,
  actor: Member,
  pictureId: string,
  idempotencyKey: string,
): Promise<RequestedCast> {
  const hash = createHash("sha256").update(`upscale ${pictureId}`).digest("hex");
  return placeCast(services, actor, { key: idempotencyKey, hash }, () =>
    planOf(services, actor, pictureId, hash),
  );
}
