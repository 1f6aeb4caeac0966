import { randomUUID } from "node:crypto";
import { grantCredits, openAccount } from "#app/features/billing/commands.ts";
import { AppError } from "#app/lib/errors.ts";
import { credits, text, type Command } from "./command.ts";

/** Adds credits to an account, with the reason in the ledger. */
export const command: Command = {
  usage: "--email E --amount N --reason R",
  options: { email: "string", amount: "string", reason: "string" },
  required: ["email", "amount", "reason"],
  async run(services, options) {
    const email = text(options, "email");
    const amount = credits(options, "amount", 1);
    const user = await services.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirst();
    if (!user) throw new AppError("not-found", { detail: "Nobody has this e-mail address" });
    await openAccount(services.db, user.id);
    const { current } = await grantCredits(services, {
      userId: user.id,
      amount,
      reason: text(options, "reason"),
      idempotencyKey: `operator:${randomUUID()}`,
    });
    console.log(`${email} got ${amount} credits and has ${current} now`);
    return 0;
  },
};
