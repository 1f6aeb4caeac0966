import { audited } from "#app/features/admin/commands.ts";
import { keepMember, requestDeletion } from "#app/features/deletion/commands.ts";
import { AppError } from "#app/lib/errors.ts";
import { formatDeletionDay } from "#app/rules/deletion.ts";
import type { OpenServices } from "#app/open-services.ts";
import { text, type Command } from "./command.ts";

const operator = { system: "operator", audited } as const;

async function memberOf({ db }: OpenServices, email: string): Promise<string> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("not-found", { detail: "Nobody has this e-mail address" });
  return row.id;
}

/** Asks for the deletion of an account, at its member's wish; --keep takes it back while there is time. */
export const command: Command = {
  usage: "--email E [--keep]",
  options: { email: "string", keep: "boolean" },
  required: ["email"],
  async run(services, options) {
    const email = text(options, "email");
    const id = await memberOf(services, email);
    if (options.keep === true) {
      await keepMember(services, operator, id);
      console.log(`${email}: the account is kept, and everything is as it was`);
      return 0;
    }
    const { key, dueAt } = await requestDeletion(services, operator, id);
    console.log(
      `${email}: the account is off and is deleted on ${formatDeletionDay(dueAt)}; receipt ${key}`,
    );
    return 0;
  },
};
