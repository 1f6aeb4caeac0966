import path from "node:path";
import type { Env } from "#app/env.ts";
import { openFolder } from "./folder.ts";
import type { Mailer } from "./port.ts";
import { openSmtp } from "./smtp.ts";

/** The mail server of SMTP_URL, or the folder DATA_DIR/mail. */
export function openMail(env: Env): Mailer {
  const host = new URL(env.SERVER_URL).hostname;
  const from = { name: env.APP_NAME, address: env.MAIL_FROM ?? `no-reply@${host}` };
  if (env.SMTP_URL !== undefined) return openSmtp(env.SMTP_URL, from);
  return openFolder(path.join(env.DATA_DIR, "mail"), from);
}
