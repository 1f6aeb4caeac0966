import type { OpenServices } from "#app/open-services.ts";

export type Options = Record<string, string | true>;

/** One command of the operator's command line. */
export type Command = {
  /** What follows the name, for people. */
  usage: string;
  options: Record<string, "string" | "boolean">;
  required: readonly string[];
  /** Gets a password as the option of that name, wherever it comes from (password.ts). */
  needsPassword?: boolean;
  /** Opens the engines as well. */
  draws?: boolean;
  /** Works for a long time beside a running site, whose requests go first. */
  isBulk?: boolean;
  /** Prints what it did. @returns the exit status. */
  run(services: OpenServices, options: Options): Promise<number>;
};

/** A wrong call of a command: its usage is shown, exit status 2. */
export class UsageError extends Error {}

/** An option that holds text. */
export function text(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== "string" || value.trim() === "") throw new UsageError(`--${name} is empty`);
  return value;
}

/** An option that holds a whole number of at least `least`. */
export function whole(options: Options, name: string, least: number): number {
  const value = Number(text(options, name));
  if (!Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`--${name} is a whole number of at least ${least}`);
  }
  return value;
}

/** The most credits one command moves: sums of them stay exact numbers. */
const MOST_CREDITS = 1_000_000;

/** An option that holds credits, at least `least`. */
export function credits(options: Options, name: string, least: number): number {
  const value = whole(options, name, least);
  if (value > MOST_CREDITS) throw new UsageError(`--${name} is at most ${MOST_CREDITS}`);
  return value;
}

/** Text of others for a terminal, which takes some characters for orders: those are shown as their codes. */
export function printable(words: string): string {
  return words.replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

const roles = ["member", "user", "admin"] as const;

/** An option that holds a role. */
export function role(options: Options, name: string): (typeof roles)[number] {
  const found = roles.find((each) => each === options[name]);
  if (!found) throw new UsageError(`--${name} is one of ${roles.join(", ")}`);
  return found;
}
