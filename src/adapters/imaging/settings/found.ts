import { toStorable } from "#app/rules/storable-text.ts";
import type { FoundSettings } from "../port.ts";

/** Characters of the longest text that is kept; a file may say what it likes. */
const longest = 8_000;
const mostOthers = 60;

/** Text of a field, without what no database keeps; undefined when there is none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return undefined;
  const text = toStorable(value).trim();
  return text === "" ? undefined : Array.from(text.slice(0, longest)).join("");
}

/** A number of a field, also where it is written as text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "string" && value.trim() === "") return undefined;
  const number = typeof value === "number" || typeof value === "string" ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** A whole number that is not negative. */
export function wholeOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** An object whose keys may be read, or null. */
export function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** JSON as an object, or null for anything else. */
export function parseRecord(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined) return null;
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Settings without the fields that are not known; null when no field says what was made. */
export function settled(
  tool: string,
  fields: Omit<FoundSettings, "tool" | "others">,
  others: Record<string, unknown> = {},
): FoundSettings | null {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  const rest = Object.entries(others)
    .map(([name, value]) => [name.slice(0, 80), textOf(value)] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined)
    .slice(0, mostOthers);
  return { tool, ...Object.fromEntries(known), others: Object.fromEntries(rest) };
}
