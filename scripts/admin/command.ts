import type { OpenServices } from "#app/open-services.ts";

export type Options = Record<string, string | true>;

/** One command of the operator's command line. */
export type Command = {
  /** The arguments, for the usage text. */
  usage: string;
  options: Record<string, "string" | "boolean">;
  required: readonly string[];
  /** The options that arguments without a name are for, in their order. */
  positional?: readonly string[];
  /** Reads a password for the option of that name, from any source (password.ts). */
  needsPassword?: boolean;
  /** Opens the engines as well. */
  draws?: boolean;
  /** Runs for a long time beside the site, whose requests have priority. */
  isBulk?: boolean;
  /** Prints the result. @returns the exit status. */
  run(services: OpenServices, options: Options): Promise<number>;
};

/** An invalid call of a command: its usage is shown, exit status 2. */
export class UsageError extends Error {}

/** A text option. */
export function text(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== "string" || value.trim() === "") throw new UsageError(`--${name} is empty`);
  return value;
}

/** An integer option with a minimum. */
export function whole(options: Options, name: string, least: number): number {
  const value = Number(text(options, name));
  if (!Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`--${name} is a whole number of at least ${least}`);
  }
  return value;
}

/** The maximum number of credits per command, so that sums stay exact. */
const MOST_CREDITS = 1_000_000;

/** A number of credits with a minimum. */
export function credits(options: Options, name: string, least: number): number {
  const value = whole(options, name, least);
  if (value > MOST_CREDITS) throw new UsageError(`--${name} is at most ${MOST_CREDITS}`);
  return value;
}

/** Escapes the control characters in user text for a terminal. */
export function printable(words: string): string {
  return words.replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

const roles = ["member", "user", "admin"] as const;

/** A role option. */
export function role(options: Options, name: string): (typeof roles)[number] {
  const found = roles.find((each) => each === options[name]);
  if (!found) throw new UsageError(`--${name} is one of ${roles.join(", ")}`);
  return found;
}
