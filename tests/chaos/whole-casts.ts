import { createHash } from "node:crypto";
import { expect } from "vitest";
import { brokenInvariants } from "#app/db/invariants.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import type { Cast } from "#app/features/generation/queries.ts";
import type { OpenServices } from "#app/open-services.ts";

/**
 * Nothing lost, nothing charged twice, every picture complete and notified once.
 * @param credits what the member had before the first of these casts, which are all of theirs
 */
export async function expectWhole(
  services: OpenServices,
  userId: string,
  casts: readonly Cast[],
  credits: number,
): Promise<void> {
  expect(await brokenInvariants(services.pool)).toEqual({});
  let charged = 0;
  for (const cast of casts) {
    charged += (cast.cost / cast.count) * cast.delivered;
    const pictures = await services.db
      .selectFrom("pictures")
      .select(["generation_index", "storage_key", "sha256"])
      .where("generation_id", "=", cast.id)
      .orderBy("generation_index")
      .execute();
    expect(pictures).toHaveLength(cast.delivered);
    for (const picture of pictures) {
      const file = await services.storage.get(picture.storage_key);
      const sha256 = createHash("sha256").update(file?.bytes ?? "");
      expect(sha256.digest("hex")).toBe(picture.sha256);
    }
    const notices = await services.db
      .selectFrom("notifications")
      .select("type")
      .where("generation_id", "=", cast.id)
      .execute();
    const told = notices.map((notice) => notice.type).toSorted();
    const isShort = cast.delivered < cast.count && cast.state !== "cancelled";
    expect(told).toEqual([
      ...(cast.delivered > 0 ? ["generation_completed"] : []),
      ...(isShort ? ["generation_failed"] : []),
    ]);
  }
  expect(await balanceOf(services.db, userId)).toEqual({ current: credits - charged, held: 0 });
}
