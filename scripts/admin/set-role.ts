import { setRole } from "#app/features/identity/commands.ts";
import { role, text, type Command } from "./command.ts";

/** Changes the role of an account; effective from the next request on. */
export const command: Command = {
  usage: "--email E --role member|user|admin",
  options: { email: "string", role: "string" },
  required: ["email", "role"],
  async run(services, options) {
    const email = text(options, "email");
    const wanted = role(options, "role");
    await setRole(services, email, wanted);
    console.log(`${email} is ${wanted} now`);
    return 0;
  },
};
