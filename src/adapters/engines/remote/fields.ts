/** Reading JSON of unknown shape, leniently: services differ, and every field may be missing or of another type. */
export type Fields = Record<string, unknown>;

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** The entries of a list; none for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string, or the fallback for anything else. */
export function textOf(value: unknown, fallback = ""): string {
  return typeof value === "string" ? value : fallback;
}

/** A finite number, or the fallback for anything else. Never converts: that would walk a list of any depth. */
export function numberOf(value: unknown, fallback = 0): number {
  return typeof value === "number" && Number.isFinite(value) ? value : fallback;
}

const mostReasons = 5;

/**
 * The reason in a service's error, in whatever field: a sentence, `{message, details}`, or FastAPI's list of `{msg}`.
 * Reads two levels and no more.
 */
export function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  const reasons = Array.isArray(value) ? value.slice(0, mostReasons) : [value];
  return reasons
    .flatMap((reason) => {
      const { msg, message, details } = fieldsOf(reason);
      return [textOf(reason), textOf(msg), textOf(message), textOf(details)];
    })
    .filter((words) => words !== "")
    .join(" ");
}
