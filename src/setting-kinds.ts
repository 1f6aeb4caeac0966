/** Kinds of settings: how the text of an environment variable becomes a value, and what it may not be. */
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

export const flag = (fallback: "on" | "off") =>
  z
    .enum(["on", "off"])
    .default(fallback)
    .transform((value) => value === "on");

/** Digits and nothing else: no sign, no 0x, no exponent, no blanks. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().int().min(least).max(most));

export const decimalNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, `must be a number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

/** Scheme, host and port. */
export const origin = z
  .url({ protocol: /^https?$/, abort: true, error: "must be an address like https://example.org" })
  .refine((value) => !value.includes("@"), "must hold no name and no password")
  .refine((value) => !/[?#]/.test(value), "must have no query and no fragment")
  .refine((value) => new URL(value).pathname.replaceAll("/", "") === "", "must have no path")
  .transform((value) => new URL(value).origin);

/** The address of a service, without a slash at its end. */
export const address = z
  .url({
    protocol: /^https?$/,
    abort: true,
    error: "must be an address like https://example.org/v1",
  })
  .transform((value) => value.replace(/\/+$/, ""));

/** The address of a hub of models: a token goes there, and paths are put behind it. */
export const hubAddress = address
  .refine((value) => !value.includes("@"), "must hold no name and no password")
  .refine((value) => !/[?#]/.test(value), "must have no query and no fragment");

/** What goes into a header as it is: no blanks, nothing beyond ASCII. */
export const headerText = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must have no blanks and nothing beyond ASCII");

/** An e-mail address or the address of an https page, as a URI. */
export const contactUri = z.string().transform((value, context) => {
  if (z.email().safeParse(value).success) {
    const at = value.lastIndexOf("@");
    return `mailto:${encodeURIComponent(value.slice(0, at))}${value.slice(at)}`;
  }
  const page = z.url({ protocol: /^https$/ }).safeParse(value);
  if (page.success) return new URL(page.data).href;
  context.addIssue({ code: "custom", message: "must be an e-mail address or an https address" });
  return z.NEVER;
});

/** Names of a list, separated by commas, each at most once. */
export const listOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z
    .array(z.enum(names))
    .refine((chosen) => new Set(chosen).size === chosen.length, "names one of them twice");

export const splitList = (value: string) => value.split(",").map((name) => name.trim());

const fewSigns = 8;

/** What signs sessions: whoever can guess it is whoever they like. */
export const secret = z
  .string()
  .min(32, "must have at least 32 characters")
  .refine((value) => !/change.?me/i.test(value), "is the one of the example: make your own")
  .refine(
    (value) => new Set(value.replaceAll(/\s/g, "")).size >= fewSigns,
    `must have at least ${fewSigns} different characters, blanks not counted`,
  );

/** What no setting may be, whatever its kind; null when it is nothing of that. */
export function unusableText(value: string): string | null {
  if (value.trim() === "") return "is blank";
  if (/\p{Cc}/u.test(value)) return "has a line break or another control character";
  return null;
}

/** The program behind a path: a file that this account may start. @returns its absolute path */
export const executable = z.string().transform((value, context) => {
  const file = path.resolve(value);
  try {
    accessSync(file, constants.X_OK);
    if (statSync(file).isFile()) return file;
    context.addIssue({ code: "custom", message: `${file} is no file` });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isThere = code !== "ENOENT" && code !== "ENOTDIR";
    const message = isThere ? `${file} cannot be started (chmod +x)` : `there is no file ${file}`;
    context.addIssue({ code: "custom", message });
  }
  return z.NEVER;
});
