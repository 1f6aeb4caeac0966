/**
 * Members cast on one shared server of the A1111 family, by several worker processes, with cancels at random.
 * What each of them sees and pays is compared with what the server did.
 */
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { cancelCast, requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { castById, type Cast } from "#app/features/generation/queries.ts";
import { previewKey } from "#app/features/generation/queries/preview-key.ts";
import type { Member } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { SdApiProvider } from "#tests/providers/sdapi.ts";
import { colourOf } from "#tests/providers/sdapi-pictures.ts";
import { randomOf } from "#tests/providers/mutations.ts";
import { aMember } from "./factories.ts";
import { pause, until } from "./patience.ts";

export type SharedCasts = {
  casts: Map<string, Cast[]>;
  /** Previews that were looked at, and those of another picture's colour. */
  previews: number;
  foreignPreviews: string[];
  /** Interrupts that ended a picture, and those of a picture that its member had not cancelled. */
  interrupts: number;
  foreignInterrupts: string[];
  /** Delivered pictures that are not whole, or of another colour than their own. */
  wrongPictures: string[];
};

/** Shares of casts that are cancelled: at any time, and while their picture is being drawn. */
const cancelShares = { anyTime: 0.2, whileDrawn: 0.2 };
/** Milliseconds after which such a cast is cancelled, at most. */
const cancelWithin = { anyTime: 8000, whileDrawn: 900 };
/** Colours come back from WebP and JPEG a little changed. */
const tolerance = 12;

const isNear = (pixel: Uint8Array, colour: readonly number[]) =>
  colour.every((value, channel) => Math.abs(value - pixel[channel]) <= tolerance);

/** The first and the last pixel of a picture. */
async function endsOf(bytes: Uint8Array): Promise<[Uint8Array, Uint8Array]> {
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
  return [pixels.subarray(0, 3), pixels.subarray(-3)];
}

/**
 * Casts `count` times in all, each member one after the other, and waits for the end of every cast.
 * @param engine id of the engine that is the shared server
 */
export async function castTogether(
  services: OpenServices,
  provider: SdApiProvider,
  {
    engine,
    model,
    members,
    count,
    credits,
  }: { engine: string; model: string; members: number; count: number; credits: number },
): Promise<SharedCasts> {
  const random = randomOf(12);
  const done: SharedCasts = {
    casts: new Map(),
    previews: 0,
    foreignPreviews: [],
    interrupts: 0,
    foreignInterrupts: [],
    wrongPictures: [],
  };
  const underWay = new Map<string, number>();
  /** What to do, by prompt, once its picture is being drawn. */
  const whenDrawn = new Map<string, () => void>();
  let read = 0;
  const promptOf = new Map<string, Cast>();
  let begun = 0;

  const seedOf = async (id: string) =>
    (
      await services.db
        .selectFrom("generations")
        .select("seed")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).seed;

  const noteDrawn = () => {
    for (; read < provider.events.length; read += 1) {
      const { what, prompt } = provider.events[read];
      if (what === "begins" && prompt !== null) whenDrawn.get(prompt)?.();
    }
  };

  const lookAtPreviews = async () => {
    for (const [id, seed] of underWay) {
      const file = await services.storage.get(previewKey(id, 0)).catch(() => null);
      if (!file) continue;
      done.previews += 1;
      const [first] = await endsOf(file.bytes).catch(() => [null]);
      if (first && !isNear(first, colourOf(seed))) done.foreignPreviews.push(id);
    }
  };

  const castOnce = async (actor: Member, prompt: string): Promise<Cast> => {
    const settings = { prompt, engine, model, quality: "standard", aspect: "1:1" };
    const { id } = await requestCast(services, actor, castInput.parse(settings), uuidv7());
    const seed = await seedOf(id);
    underWay.set(id, seed);
    const cancel = () => void cancelCast(services, actor, id).catch(() => undefined);
    const way = random();
    if (way < cancelShares.anyTime) setTimeout(cancel, random() * cancelWithin.anyTime);
    else if (way < cancelShares.anyTime + cancelShares.whileDrawn) {
      const after = random() * cancelWithin.whileDrawn;
      whenDrawn.set(prompt, () => void setTimeout(cancel, after));
    }
    const cast = await until(
      `the end of ${prompt}`,
      async () => (await castById(services.db, actor.userId, id)) as Cast,
      (seen) => seen.finishedAt !== null,
    );
    underWay.delete(id);
    promptOf.set(prompt, cast);
    return cast;
  };

  const checkPictures = async (cast: Cast) => {
    const pictures = await services.db
      .selectFrom("pictures")
      .select(["storage_key"])
      .where("generation_id", "=", cast.id)
      .execute();
    const colour = colourOf(await seedOf(cast.id));
    for (const { storage_key: key } of pictures) {
      const file = await services.storage.get(key);
      const ends = file ? await endsOf(file.bytes) : [];
      const isWhole = ends.length === 2 && ends.every((pixel) => isNear(pixel, colour));
      if (!isWhole) done.wrongPictures.push(cast.id);
    }
  };

  const castsOf = async (nth: number) => {
    const { id: userId } = await aMember(services, { credits });
    const casts: Cast[] = [];
    done.casts.set(userId, casts);
    while (begun < count) {
      begun += 1;
      const cast = await castOnce({ role: "member", userId }, `lake ${begun} of member ${nth}`);
      casts.push(cast);
      await checkPictures(cast);
    }
  };

  const all = Promise.all(Array.from({ length: members }, (_, nth) => castsOf(nth)));
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      noteDrawn();
      await lookAtPreviews();
      await pause();
    }
  })();
  await all.finally(() => over.abort());
  await watching;

  for (const { what, prompt, half } of provider.events) {
    if (what !== "ends" || !half || prompt === null) continue;
    done.interrupts += 1;
    if (promptOf.get(prompt)?.state !== "cancelled") done.foreignInterrupts.push(prompt);
  }
  return done;
}
