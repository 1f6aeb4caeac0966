import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { idempotencyKey } from "../inputs.ts";

/** The header Idempotency-Key. @throws AppError idempotency-key-required, invalid-request */
export function keyOf(header: string | undefined): string {
  if (header === undefined) throw new AppError("idempotency-key-required");
  const parsed = idempotencyKey.safeParse(header);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid-request", {
    detail: t`The header Idempotency-Key must have 8 to 255 characters`,
    errors: [
      { path: "Idempotency-Key", code: "length", message: t`Must have 8 to 255 characters` },
    ],
  });
}
