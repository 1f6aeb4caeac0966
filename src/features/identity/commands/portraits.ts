import { randomUUID } from "node:crypto";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import {
  portraitAt,
  portraitKey,
  portraitPath,
  portraitSizes,
  type PortraitKind,
} from "#app/rules/portraits.ts";
import type { Services } from "#app/services.ts";

type PortraitServices = Pick<Services, "db" | "imaging" | "log" | "storage">;

const columns = { avatar: "avatar_url", cover: "cover_photo_url" } as const;

/** Replaces the address and deletes the previous file; a file left after an error is swept later. */
async function exchange(
  services: Pick<Services, "db" | "log" | "storage">,
  actor: Member,
  kind: PortraitKind,
  address: string | null,
): Promise<void> {
  const column = columns[kind];
  const before = await services.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("users")
      .select(["avatar_url", "cover_photo_url"])
      .where("id", "=", actor.userId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new AppError("unauthenticated");
    await tx
      .updateTable("users")
      .set({ [column]: address, updated_at: new Date() })
      .where("id", "=", actor.userId)
      .execute();
    return row[column];
  });
  const old = before === null ? null : portraitAt(before);
  if (old === null) return;
  await services.storage
    .delete(portraitKey(old))
    .catch((error: unknown) => services.log.warn({ err: error, old }, "cannot delete a portrait"));
}

/**
 * Sets the member's avatar or cover: cropped and re-encoded, so that none of the file's
 * metadata is kept. See docs/product.md 3.1.
 * @param file jpeg, png, webp or avif, as it came
 * @throws AppError unsupported-media-type, unprocessable, too-large, storage-full
 */
export async function setPortrait(
  services: PortraitServices,
  actor: Member,
  kind: PortraitKind,
  file: Uint8Array,
): Promise<void> {
  const { bytes } = await services.imaging.prepare(file);
  const made = await services.imaging.variant(bytes, {
    ...portraitSizes[kind],
    quality: 82,
    format: "webp",
  });
  // A new name each time, so that the address can be cached for ever.
  const portrait = randomUUID();
  await services.storage.put(portraitKey(portrait), made);
  await exchange(services, actor, kind, portraitPath(portrait));
}

/** Removes the member's avatar or cover; does nothing if there is none. */
export async function removePortrait(
  services: Pick<Services, "db" | "log" | "storage">,
  actor: Member,
  kind: PortraitKind,
): Promise<void> {
  await exchange(services, actor, kind, null);
}
