import { createHash, randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import type { Pictures, Users } from "#app/db/schema.ts";
import { grantCredits, openAccount } from "#app/features/billing/commands.ts";
import type { Services } from "#app/services.ts";

const PASSWORD = "a plain lantern 42";
/** One hash for all members of the same services: others may hash at another cost. */
const passwordHashes = new WeakMap<Services["accounts"], Promise<string>>();

export type TestMember = { id: string; email: string; username: string; password: string };

export type MemberOverrides = {
  /** The available credits, at least the 5 of the sign-up. */
  credits?: number;
  role?: "member" | "user" | "admin";
  name?: string;
  /** Further columns of the users row. */
  columns?: Partial<Insertable<Users>>;
};

/** A member who can sign in, with a ledger account. */
export async function aMember(
  services: Services,
  overrides: MemberOverrides = {},
): Promise<TestMember> {
  const { credits = 5, role = "member", name = "Mira Holt", columns } = overrides;
  const id = uuidv7();
  const username = `m_${randomBytes(6).toString("hex")}`;
  const email = `${username}@example.org`;
  const { accounts } = services;
  const hashing = passwordHashes.get(accounts) ?? accounts.hashPassword(PASSWORD);
  passwordHashes.set(accounts, hashing);
  const password = await hashing;
  await services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("users")
      .values({ id, email, name, username, role, ...columns })
      .execute();
    await tx
      .insertInto("accounts")
      .values({ id: uuidv7(), user_id: id, account_id: id, provider_id: "credential", password })
      .execute();
    await openAccount(tx, id);
  });
  if (credits > 5) {
    const idempotencyKey = `test-credits:${id}`;
    await grantCredits(services, {
      userId: id,
      amount: credits - 5,
      reason: "Test",
      idempotencyKey,
    });
  }
  return { id, email, username, password: PASSWORD };
}

let jpeg: Promise<Buffer> | null = null;

function aJpeg(): Promise<Buffer> {
  const background = { r: 15, g: 118, b: 110 };
  jpeg ??= sharp({ create: { width: 96, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return jpeg;
}

export type TestPicture = { id: string; slug: string; filename: string; storage_key: string };

/**
 * A public, approved picture with its original in storage; with source_picture_id it counts as a remix of that one.
 * @param marked the original; without it a small one, which has no marks yet: the worker gives it some
 */
export async function aPicture(
  services: Services,
  owner: { id: string },
  overrides: Partial<Insertable<Pictures>> = {},
  marked?: { bytes: Uint8Array; mark: Buffer; look: string },
): Promise<TestPicture> {
  const bytes = marked?.bytes ?? (await aJpeg());
  const id = uuidv7();
  const suffix = randomBytes(4).toString("hex");
  const row = {
    id,
    owner_id: owner.id,
    title: "Misty mountain lake",
    prompt: "misty mountain lake at dawn, watercolour",
    slug: `misty-mountain-lake-${suffix}`,
    filename: `misty-mountain-lake-${suffix}.jpg`,
    storage_key: `pictures/${suffix.slice(0, 2)}/${id}.jpg`,
    width: 96,
    height: 64,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    colors: ["#0f766e", "#115e59", "#134e4a", "#14b8a6", "#ccfbf1"],
    placeholder: "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
    ...overrides,
  } satisfies Insertable<Pictures>;
  await services.storage.put(row.storage_key, bytes);
  await services.db.transaction().execute(async (tx) => {
    await tx.insertInto("pictures").values(row).execute();
    if (marked) {
      const { mark, look } = marked;
      const marks = { picture_id: id, mark, look, is_signed: true };
      await tx.insertInto("picture_marks").values(marks).execute();
    }
    if (!row.source_picture_id) return;
    await tx
      .updateTable("pictures")
      .set((eb) => ({ remix_count: eb("remix_count", "+", 1) }))
      .where("id", "=", row.source_picture_id)
      .execute();
  });
  return { id, slug: row.slug, filename: row.filename, storage_key: row.storage_key };
}
