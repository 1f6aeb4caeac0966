import { randomUUID } from "node:crypto";
import { t } from "#app/language/message.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { portraitAt, portraitKey, portraitPath } from "#app/rules/portraits.ts";
import { profileParts, type ProfilePart } from "#app/rules/sanctions.ts";
import type { Services } from "#app/services.ts";

type Stores = Pick<Services, "log" | "storage">;

/** What was taken down: the columns as they were. */
export type Taken = Record<string, string | null>;

const columns = {
  name: ["name", "last_name"],
  bio: ["bio"],
  avatar: ["avatar_url"],
  cover: ["cover_photo_url"],
} as const;

/** Where the file of a portrait waits for an undo: the image host answers 404 for it. */
export const withheldKey = (portrait: string) => `withheld/${portrait}.webp`;

async function move({ storage }: Stores, from: string, to: string): Promise<boolean> {
  const file = await storage.get(from);
  if (file !== null) await storage.put(to, file.bytes);
  return file !== null;
}

async function lockProfile(tx: AuditedTransaction, userId: string) {
  const row = await tx
    .selectFrom("users")
    .select(["username", "name", "last_name", "bio", "avatar_url", "cover_photo_url"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found", { detail: t`There is no such member` });
  return row;
}

type Profile = Awaited<ReturnType<typeof lockProfile>>;

/** Whether there is nothing of the member's own: a name that is the username, or an empty field. */
const isEmpty = (part: ProfilePart, row: Profile) =>
  part === "name"
    ? row.name === row.username && row.last_name === null
    : columns[part].every((column) => row[column as keyof Profile] === null);

/**
 * Empties a part of a profile; the username takes the place of a name.
 * @returns what was there; and `afterwards`, which deletes the file of a portrait once the transaction has committed
 * @throws AppError not-found; conflict when there is nothing to take down
 */
export async function takeProfilePart(
  services: Stores,
  tx: AuditedTransaction,
  userId: string,
  part: ProfilePart,
): Promise<{ taken: Taken; afterwards: () => Promise<void> }> {
  const row = await lockProfile(tx, userId);
  if (isEmpty(part, row)) {
    throw new AppError("conflict", { detail: t`There is no ${profileParts[part]()} to take down` });
  }
  const taken = Object.fromEntries(
    columns[part].map((column) => [column, row[column as keyof Profile]]),
  );
  const emptied = Object.fromEntries(columns[part].map((column) => [column, null]));
  await tx
    .updateTable("users")
    .set({ ...emptied, ...(part === "name" && { name: row.username }), updated_at: new Date() })
    .where("id", "=", userId)
    .execute();
  const portrait = portraitAt((part === "avatar" ? row.avatar_url : row.cover_photo_url) ?? "");
  if ((part !== "avatar" && part !== "cover") || portrait === null) {
    return { taken, afterwards: async () => undefined };
  }
  await move(services, portraitKey(portrait), withheldKey(portrait));
  return {
    taken,
    // What is left after an error is swept later, because no profile names it.
    afterwards: () =>
      services.storage
        .delete(portraitKey(portrait))
        .catch((error: unknown) => services.log.warn({ err: error }, "cannot delete a portrait")),
  };
}

/**
 * Puts a part of a profile back as it was, unless the member has chosen another one since. A portrait gets a new address,
 * because caches keep the answers of the old one.
 */
export async function restoreProfilePart(
  services: Stores,
  tx: AuditedTransaction,
  userId: string,
  part: ProfilePart,
  taken: Taken,
): Promise<void> {
  if (!isEmpty(part, await lockProfile(tx, userId))) return;
  const [column] = columns[part];
  let restored = taken;
  const portrait = portraitAt(taken[column] ?? "");
  if ((part === "avatar" || part === "cover") && portrait !== null) {
    const fresh = randomUUID();
    if (!(await move(services, withheldKey(portrait), portraitKey(fresh)))) return;
    restored = { [column]: portraitPath(fresh) };
  }
  await tx
    .updateTable("users")
    .set({ ...restored, updated_at: new Date() })
    .where("id", "=", userId)
    .execute();
}
