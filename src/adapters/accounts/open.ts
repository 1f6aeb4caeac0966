import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Env } from "#app/env.ts";
import type { Logger } from "#app/lib/log.ts";
import { openBetterAuth } from "./better-auth.ts";
import type { OnSignUp } from "./member-rows.ts";
import type { AccountMails, Accounts } from "./port.ts";
import { authSecret } from "./secret.ts";

export type AccountsOptions = {
  env: Env;
  db: Kysely<Database>;
  log: Logger;
  /** Called in the transaction that makes a new member's row. */
  onSignUp: OnSignUp;
  mails: AccountMails;
  /** See createHashing. */
  passwordCost?: number;
};

/** Opens accounts on the program's pool; creates the signing secret at the first start. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { env, db, log, onSignUp, mails, passwordCost } = options;
  const secret = await authSecret(env.AUTH_SECRET, env.DATA_DIR);
  const suffix = () => String(randomInt(1000, 10_000));
  return openBetterAuth({ env, db, log, secret, onSignUp, mails, suffix, passwordCost });
}
