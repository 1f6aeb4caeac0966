import { audited } from "#app/features/admin/commands.ts";
import { reopenAccount, sanctionMember } from "#app/features/moderation/commands.ts";
import { sanctionInput } from "#app/features/moderation/inputs.ts";
import { AppError } from "#app/lib/errors.ts";
import { fieldErrors } from "#app/lib/http.ts";
import { chosenReasons, sanctionTitle } from "#app/rules/sanctions.ts";
import type { OpenServices } from "#app/open-services.ts";
import { text, UsageError, whole, type Command, type Options } from "./command.ts";

/** The decisions, as the API calls them. */
const kinds = {
  strike: "strike",
  suspend: "suspension",
  ban: "ban",
  close: "closure",
  "take-down-name": "name",
  "take-down-bio": "bio",
  "take-down-avatar": "avatar",
  "take-down-cover": "cover",
  "take-down-kit": "kit",
} as const;
const actions = [...Object.keys(kinds), "reopen"];

const operator = { system: "operator", audited } as const;

async function memberOf({ db }: OpenServices, email: string): Promise<string> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  if (!row) throw new AppError("not-found", { detail: "Nobody has this e-mail address" });
  return row.id;
}

const noteOf = (options: Options) =>
  options["note"] === undefined ? null : text(options, "note").trim();

function inputOf(kind: (typeof kinds)[keyof typeof kinds], options: Options) {
  if (options["reason"] === undefined) throw new UsageError("--reason is missing");
  if (options["days"] !== undefined && kind !== "suspension") {
    throw new UsageError("--days is for suspend alone");
  }
  if (kind === "kit" && options["kit"] === undefined) throw new UsageError("--kit is missing");
  if (kind !== "kit" && options["kit"] !== undefined) {
    throw new UsageError("--kit is for take-down-kit alone");
  }
  const parsed = sanctionInput.safeParse({
    kind,
    reason: text(options, "reason"),
    ...(options["kit"] !== undefined && { kit: text(options, "kit") }),
    ...(options["note"] !== undefined && { note: text(options, "note") }),
    ...(options["days"] !== undefined && { days: whole(options, "days", 1) }),
  });
  if (parsed.success) return parsed.data;
  const [first] = fieldErrors(parsed.error.issues);
  if (first.path === "reason") {
    throw new UsageError(`--reason is one of ${chosenReasons.join(", ")}`);
  }
  throw new UsageError(`--${first.path}: ${first.message}`);
}

/** Decides about a member: strike, suspension, ban, an account closed on request or on again, take-downs. */
export const command: Command = {
  usage:
    "--email E --action strike|suspend|ban|close|reopen [--reason R] [--days N] [--note WORDS]",
  options: {
    email: "string",
    action: "string",
    reason: "string",
    days: "string",
    kit: "string",
    note: "string",
  },
  required: ["email", "action"],
  async run(services, options) {
    const email = text(options, "email");
    const action = text(options, "action");
    if (!actions.includes(action)) {
      throw new UsageError(`--action is one of ${actions.join(", ")}`);
    }
    if (action === "reopen") {
      const id = await memberOf(services, email);
      await reopenAccount(services, operator, id, noteOf(options));
      console.log(`${email}: the account is on again`);
      return 0;
    }
    const input = inputOf(kinds[action as keyof typeof kinds], options);
    const made = await sanctionMember(services, operator, await memberOf(services, email), input);
    for (const sanction of made) console.log(`${email} was told: ${sanctionTitle(sanction)}`);
    return 0;
  },
};
