import { adjustCredits, openAccount, signUpCredits } from "#app/features/billing/commands.ts";
import { createMember } from "#app/features/identity/commands.ts";
import { passwordOptions } from "./password.ts";
import { credits, role, text, type Command } from "./command.ts";

/** Creates an account that can sign in at once; --credits sets its balance, 5 by default. */
export const command: Command = {
  usage:
    "--email E --name N [--username U] [--role member|user|admin] [--credits N] [--password-stdin]",
  options: {
    email: "string",
    ...passwordOptions,
    name: "string",
    username: "string",
    role: "string",
    credits: "string",
  },
  required: ["email", "name"],
  needsPassword: true,
  async run(services, options) {
    const wanted = options.credits === undefined ? signUpCredits : credits(options, "credits", 0);
    const member = {
      email: text(options, "email"),
      password: text(options, "password"),
      name: text(options, "name"),
      ...(options.username !== undefined && { username: text(options, "username") }),
      role: options.role === undefined ? ("member" as const) : role(options, "role"),
    };
    const difference = wanted - signUpCredits;
    const made = await createMember(services, member, async (tx, userId) => {
      await openAccount(tx, userId);
      if (difference === 0) return;
      await adjustCredits(tx, {
        userId,
        amount: difference,
        reason: "Credits of a new account made by the operator",
        idempotencyKey: `create-user:${userId}`,
      });
    });
    console.log(`created ${made.username} (${made.id}) with ${wanted} credits`);
    return 0;
  },
};
