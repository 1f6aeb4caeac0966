import { AppError } from "#app/lib/errors.ts";
import { passwordMessages, passwordProblem } from "../inputs/sign-up.ts";

/**
 * Passes for a password that may be set.
 * @param path of the field, for the form
 * @param names as of `passwordProblem`
 * @throws AppError unprocessable with Better Auth's codes
 */
export function checkPassword(password: string, path: string, names: readonly string[]): void {
  const found = passwordProblem(password, names);
  if (found === null) return;
  const message = passwordMessages[found]();
  throw new AppError("unprocessable", {
    detail: message,
    errors: [{ path, code: found, message }],
    extra: { code: `PASSWORD_${found.toUpperCase().replaceAll("-", "_")}` },
  });
}
