import { randomUUID } from "node:crypto";
import { audited } from "#app/features/admin/commands.ts";
import { sanctionMember } from "#app/features/moderation/commands.ts";
import { sanctionInput } from "#app/features/moderation/inputs.ts";
import { wall } from "#app/features/pictures/queries.ts";
import type { Member } from "#app/lib/actor.ts";
import type { Services } from "#app/services.ts";
import { aMember } from "./factories.ts";
import { actorFor } from "./made-picture.ts";

/** An admin who decides about members, and what tests read of that. */
export async function aModerator(services: Services) {
  const admin = actorFor(await aMember(services, { role: "admin" }), "admin");
  const by = (who: Member = admin) => ({ admin: who, requestId: randomUUID(), audited });
  const decide = (memberId: string, input: object, who?: Member) =>
    sanctionMember(services, by(who), memberId, sanctionInput.parse({ reason: "spam", ...input }));
  return {
    admin,
    by,
    decide,
    suspend: (memberId: string, days = 7) => decide(memberId, { kind: "suspension", days }),
    userOf: (id: string) =>
      services.db
        .selectFrom("users")
        .select(["banned_at", "ban_kind", "ban_until", "ban_reason", "credits", "role"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    /** Whether the wall shows the picture. */
    async isShown(pictureId: string) {
      const { items } = await wall(services.db, { limit: 100 });
      return items.some(({ id }) => id === pictureId);
    },
    auditOf: (targetId: string) =>
      services.db
        .selectFrom("admin_audit")
        .select(["action", "reason", "admin_id", "request_id"])
        .where("target_id", "=", targetId)
        .orderBy("id")
        .execute(),
    /** The queued mails to an address, the oldest first. */
    async mailsTo(email: string) {
      const { rows } = await services.pool.query<{ data: { subject: string; text: string } }>(
        "select data from pgboss.job where name = 'mail' and data ->> 'to' = $1 order by created_on",
        [email],
      );
      return rows.map(({ data }) => data);
    },
  };
}
