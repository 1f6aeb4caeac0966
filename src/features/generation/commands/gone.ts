import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";

/**
 * What to throw where a cast cannot be inserted: not-found when what it starts from was deleted meanwhile (the picture or
 * upload, or its mask), else the error itself.
 */
export function orGone(error: unknown): unknown {
  const { code, constraint = "" } = error as { code?: string; constraint?: string };
  if (!(error instanceof Error) || code !== "23503") return error;
  if (constraint.includes("mask")) {
    return new AppError("not-found", { detail: t`There is no such mask`, cause: error });
  }
  if (!constraint.includes("source")) return error;
  const detail = t`The picture to start from is no longer there`;
  return new AppError("not-found", { detail, cause: error });
}
