import { AppError } from "#app/lib/errors.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { passwordHashOf } from "../queries/second-factor.ts";

function wrongPassword(code: string, message: string): AppError {
  return new AppError("unprocessable", {
    detail: message,
    errors: [{ path: "password", code, message }],
  });
}

/**
 * Passes for the member's own password, and for members who have none.
 * @throws AppError unprocessable, rate-limited
 */
export async function confirmPassword(
  { accounts, db }: Pick<Services, "accounts" | "db">,
  limits: Limits,
  userId: string,
  password: string | undefined,
): Promise<void> {
  const hash = await passwordHashOf(db, userId);
  if (hash === null) return;
  if (!password) throw wrongPassword("required", "Password is required");
  await limits.take("password-change", userId);
  if (await accounts.verifyPassword({ hash, password })) {
    await limits.refund("password-change", userId);
    return;
  }
  throw wrongPassword("wrong-password", "This is not your password");
}
