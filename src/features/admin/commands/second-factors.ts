import type { Services } from "#app/services.ts";
import { resetSecondFactors } from "#app/features/identity/commands.ts";
import { audited } from "./audit.ts";

/**
 * Removes all second factors of a member who has lost them, at the operator's command line, and tells them by mail.
 * @returns whether there were any
 * @throws AppError not-found
 */
export async function resetMemberFactors(
  services: Pick<Services, "db" | "env" | "jobs">,
  email: string,
): Promise<boolean> {
  return audited(services.db, { system: "operator" }, async (tx) => {
    const { id, wasOn, passkeys } = await resetSecondFactors(services, tx, email);
    const isChanged = wasOn || passkeys > 0;
    const record = {
      action: "member.second-factors",
      target: { kind: "member" as const, id },
      before: { twoFactor: wasOn, passkeys },
      after: { twoFactor: false, passkeys: 0 },
    };
    return { result: isChanged, records: isChanged ? [record] : [] };
  });
}
