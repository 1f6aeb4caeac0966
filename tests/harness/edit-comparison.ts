import sharp from "sharp";
import { expect } from "vitest";
import type { Services } from "#app/services.ts";

type Part = { left: number; top: number; right: number; bottom: number };
type Seen = { cast: string; source: string; extend?: Part };

async function pixelsOf({ storage }: Pick<Services, "storage">, key: string) {
  const file = await storage.get(key);
  if (file === null) throw new Error(`no file ${key}`);
  const { data, info } = await sharp(file.bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Compares the result of an edit with its source: how many pixels changed where the mask says so, and where not. */
export async function editComparison(
  services: Pick<Services, "db" | "storage">,
  { cast, source, extend }: Seen,
) {
  const { db } = services;
  const { left, top, right, bottom } = extend ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const { mask_id: maskId } = await db
    .selectFrom("generations")
    .select("mask_id")
    .where("id", "=", cast)
    .executeTakeFirstOrThrow();
  const keyOf = async (column: "id" | "generation_id", id: string) =>
    (
      await db
        .selectFrom("pictures")
        .select("storage_key")
        .where(column, "=", id)
        .executeTakeFirstOrThrow()
    ).storage_key;
  const before = await pixelsOf(services, await keyOf("id", source));
  const after = await pixelsOf(services, await keyOf("generation_id", cast));
  const mask =
    maskId === null
      ? null
      : await db
          .selectFrom("masks")
          .select("storage_key")
          .where("id", "=", maskId)
          .executeTakeFirstOrThrow()
          .then(({ storage_key: key }) => pixelsOf(services, key));
  expect([after.width, after.height]).toEqual([
    before.width + left + right,
    before.height + top + bottom,
  ]);
  const count = { marked: 0, changed: 0, spoilt: 0 };
  for (let at = 0; at < before.width * before.height; at += 1) {
    const [x, y] = [at % before.width, Math.floor(at / before.width)];
    const there = ((y + top) * after.width + x + left) * after.channels;
    const isSame = [0, 1, 2].every(
      (one) => before.data[at * before.channels + one] === after.data[there + one],
    );
    const isMarked = mask !== null && mask.data[at * mask.channels] > 0;
    if (isMarked) count.marked += 1;
    if (isMarked && !isSame) count.changed += 1;
    if (!isMarked && !isSame) count.spoilt += 1;
  }
  return count;
}
