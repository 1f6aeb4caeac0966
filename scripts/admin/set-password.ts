import { setPassword } from "#app/features/identity/commands.ts";
import { passwordOptions } from "./password.ts";
import { text, type Command } from "./command.ts";

/** Sets a password and ends all sessions of the account. */
export const command: Command = {
  usage: "--email E [--password-stdin]",
  options: { email: "string", ...passwordOptions },
  required: ["email"],
  needsPassword: true,
  async run(services, options) {
    const email = text(options, "email");
    await setPassword(services, email, text(options, "password"));
    console.log(`${email} has a new password and is signed out everywhere`);
    return 0;
  },
};
