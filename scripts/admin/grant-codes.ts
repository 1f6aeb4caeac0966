import { randomUUID } from "node:crypto";
import { z } from "zod";
import { audited } from "#app/features/admin/commands.ts";
import { makeGrantCode, revokeGrantCode } from "#app/features/billing/commands/grant-codes.ts";
import { newGrantCode } from "#app/features/billing/inputs.ts";
import { grantCodes, type GrantCode } from "#app/features/billing/queries/grant-codes.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { OpenServices } from "#app/open-services.ts";
import {
  credits,
  printable,
  text,
  UsageError,
  whole,
  type Command,
  type Options,
} from "./command.ts";

const shown = 100;

/** The admin in whose name the audit log has it. */
async function actingAdmin({ db }: OpenServices, options: Options) {
  if (options.admin === undefined) throw new UsageError("--admin is missing");
  const email = text(options, "admin");
  const found = await db
    .selectFrom("users")
    .select(["id", "role"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (found?.role !== "admin") {
    throw new AppError("not-found", { detail: "No admin has this e-mail address" });
  }
  const admin = { role: "admin" as const, userId: found.id };
  return { admin, requestId: `command-line:${randomUUID()}`, audited };
}

/** The end of a day, by UTC; null without one. */
function endOf(options: Options): string | null {
  if (options.expires === undefined) return null;
  const day = text(options, "expires");
  if (!z.iso.date().safeParse(day).success) {
    throw new UsageError("--expires is a day such as 2027-12-31");
  }
  return `${day}T23:59:59.999Z`;
}

function line({ id, ending, credits, uses, maxUses, state, expiresAt, reason }: GrantCode): string {
  const expiry = expiresAt === null ? "no expiry" : `expires ${expiresAt.slice(0, 10)}`;
  return printable(
    `${id}  …${ending}  ${credits} credits  ${uses} of ${maxUses} used  ${state}  ${expiry}  ${reason}`,
  ).replaceAll("\n", " ");
}

async function list({ db }: OpenServices): Promise<void> {
  const { items, next } = await grantCodes(db, { state: "all", limit: shown });
  for (const code of items) console.log(line(code));
  const more = next === null ? "" : "; older ones are at /dashboard/admin/grant-codes";
  console.log(`${items.length} grant ${items.length === 1 ? "code" : "codes"}${more}`);
}

async function change(services: OpenServices, options: Options, name: "revoke" | "restore") {
  const by = await actingAdmin(services, options);
  const id = text(options, name);
  if (!isUuid(id)) throw new UsageError(`--${name} is the id of a grant code, as --list shows it`);
  console.log(line(await revokeGrantCode(services, id, name === "revoke", by)));
}

/** Lists grant codes, makes one, or revokes one and undoes that. */
export const command: Command = {
  usage:
    "--list | --amount N --reason R [--uses N] [--expires YYYY-MM-DD] --admin E | --revoke ID --admin E | --restore ID --admin E",
  options: {
    list: "boolean",
    amount: "string",
    uses: "string",
    expires: "string",
    reason: "string",
    revoke: "string",
    restore: "string",
    admin: "string",
  },
  required: [],
  async run(services, options) {
    const asked = (["list", "amount", "revoke", "restore"] as const).filter(
      (name) => options[name] !== undefined,
    );
    if (asked.length !== 1)
      throw new UsageError("Give one of --list, --amount, --revoke, --restore");
    const [what] = asked;
    if (what === "list") await list(services);
    else if (what !== "amount") await change(services, options, what);
    else {
      const wanted = newGrantCode.safeParse({
        credits: credits(options, "amount", 1),
        uses: options.uses === undefined ? 1 : whole(options, "uses", 1),
        expiresAt: endOf(options),
        reason: text(options, "reason"),
      });
      if (!wanted.success) {
        const [{ path, message }] = wanted.error.issues;
        throw fieldError(path.join("."), "invalid", message);
      }
      const by = await actingAdmin(services, options);
      const made = await makeGrantCode(services, wanted.data, by);
      console.log(made.code);
      console.log(line(made));
    }
    return 0;
  },
};
