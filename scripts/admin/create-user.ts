import {
  grantCredits,
  openAccount,
  signUpCredits,
  takeBackCredits,
} from "#app/features/billing/commands.ts";
import { createMember } from "#app/features/identity/commands.ts";
import { passwordOptions } from "./password.ts";
import { role, text, whole, type Command } from "./command.ts";

/** Makes an account that can sign in at once; --credits is what it has to spend, 5 when left out. */
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
    const credits = options.credits === undefined ? signUpCredits : whole(options, "credits", 0);
    const member = {
      email: text(options, "email"),
      password: text(options, "password"),
      name: text(options, "name"),
      ...(options.username !== undefined && { username: text(options, "username") }),
      role: options.role === undefined ? ("member" as const) : role(options, "role"),
    };
    const made = await createMember(services, member, openAccount);
    const difference = credits - signUpCredits;
    const change = {
      userId: made.id,
      amount: Math.abs(difference),
      reason: "Credits of a new account made by the operator",
      idempotencyKey: `create-user:${made.id}`,
    };
    if (difference > 0) await grantCredits(services, change);
    if (difference < 0) await takeBackCredits(services, change);
    console.log(`created ${made.username} (${made.id}) with ${credits} credits`);
    return 0;
  },
};
