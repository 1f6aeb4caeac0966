import { messages } from "#app/features/content/queries/messages.ts";
import { printable, type Command } from "./command.ts";

const shown = 50;

/** Prints the messages to the operator, newest first. */
export const command: Command = {
  usage: "[--all]",
  options: { all: "boolean" },
  required: [],
  async run({ db }, options) {
    const { items, next } = await messages(db, { open: options["all"] !== true, limit: shown });
    for (const { kind, name, email, body, createdAt, closed } of items) {
      const writer = printable(`${name} <${email}>`).replaceAll("\n", " ");
      console.log(`${createdAt}  ${kind}${closed ? " (closed)" : ""}  ${writer}`);
      console.log(`${printable(body).replaceAll(/^/gm, "  ")}\n`);
    }
    const more = next === null ? "" : "; older ones are at /dashboard/admin/messages";
    console.log(`${items.length} ${items.length === 1 ? "message" : "messages"}${more}`);
    return 0;
  },
};
