import { z } from "zod";
import { text } from "#app/lib/text.ts";

/** Body of POST /api/account/deletion; the password of those who have one, the username as it is typed. */
export const deletionInput = z.strictObject({
  password: text().max(128).optional(),
  username: text().max(60),
});
