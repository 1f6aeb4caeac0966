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

const roles = ["member", "user", "admin"] as const;

/** An option that holds a role. */
export function role(options: Options, name: string): (typeof roles)[number] {
  const found = roles.find((each) => each === options[name]);
  if (!found) throw new UsageError(`--${name} is one of ${roles.join(", ")}`);
  return found;
}
