import { v7 as uuidv7 } from "uuid";
import { balanceOf } from "#app/features/billing/queries.ts";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { castById, type Cast } from "#app/features/generation/queries.ts";
import { notificationList } from "#app/features/notifications/queries.ts";
import type { Member } from "#app/lib/actor.ts";
import type { Services } from "#app/services.ts";
import { aMember } from "./factories.ts";
import { until } from "./patience.ts";

/** A member who casts, at standard quality by default, with what tests read of them. */
export async function aCaster(services: Services, credits = 20) {
  const { id } = await aMember(services, { credits });
  const actor: Member = { role: "member", userId: id };
  const cast = async (prompt: string, more: object = {}) => {
    const input = castInput.parse({ quality: "standard", prompt, ...more });
    return (await requestCast(services, actor, input, uuidv7())).id;
  };
  const see = async (castId: string) => (await castById(services.db, id, castId)) as Cast;
  const untilCast = (castId: string, isWanted: (cast: Cast) => boolean) =>
    until("a change of the cast", () => see(castId), isWanted);
  return {
    id,
    actor,
    cast,
    see,
    until: untilCast,
    end: (castId: string) => untilCast(castId, (seen) => seen.finishedAt !== null),
    balance: () => balanceOf(services.db, id),
    notices: async () => (await notificationList(services.db, id)).items,
    events: () =>
      services.db
        .selectFrom("events")
        .select(["name", "payload"])
        .where("user_id", "=", id)
        .orderBy("number")
        .execute(),
  };
}
