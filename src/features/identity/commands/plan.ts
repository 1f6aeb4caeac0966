import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Sets a member's plan and the day on which it renews, as the provider of payments tells them. */
export async function setPlan(
  tx: Transaction<Database>,
  userId: string,
  { plan, renewsAt }: { plan: string; renewsAt: Date | null },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({ plan, renewal_date: renewsAt })
    .where("id", "=", userId)
    .where((eb) =>
      eb.or([
        eb("plan", "is distinct from", plan),
        eb("renewal_date", "is distinct from", renewsAt),
      ]),
    )
    .execute();
}
