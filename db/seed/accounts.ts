import { v7 as uuidv7 } from "uuid";
import type { Services } from "#app/services.ts";

export type HouseAccount = { username: string; name: string; bio: string; isDemo: boolean };

/**
 * An account of the house: it owns pictures, but has no password and an address that no mail reaches, so nobody
 * can sign in to it. Made once; @returns its id.
 */
export async function houseAccount(
  { db }: Pick<Services, "db">,
  { username, name, bio, isDemo }: HouseAccount,
): Promise<string> {
  await db
    .insertInto("users")
    .values({
      id: uuidv7(),
      // RFC 2606: a name under .invalid never resolves.
      email: `${username}@house.invalid`,
      name,
      username,
      bio,
      is_demo: isDemo,
      can_change_username: false,
    })
    .onConflict((conflict) => conflict.column("username").doNothing())
    .execute();
  const row = await db
    .selectFrom("users")
    .select(["id", "email"])
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  if (row.email !== `${username}@house.invalid`) {
    throw new Error(`The username ${username} belongs to somebody else`);
  }
  return row.id;
}
