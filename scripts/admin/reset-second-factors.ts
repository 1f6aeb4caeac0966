import { resetMemberFactors } from "#app/features/admin/commands.ts";
import { text, type Command } from "./command.ts";

/** Removes the authenticator app, the recovery codes and the passkeys of an account, and ends its sessions. */
export const command: Command = {
  usage: "--email E",
  options: { email: "string" },
  required: ["email"],
  async run(services, options) {
    const email = text(options, "email");
    const isChanged = await resetMemberFactors(services, email);
    console.log(
      isChanged
        ? `${email} has no second factor any more and is signed out everywhere`
        : `${email} has no second factor`,
    );
    return 0;
  },
};
