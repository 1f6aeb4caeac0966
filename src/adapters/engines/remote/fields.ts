/** Reading JSON of unknown shape, leniently: services differ, and every field may be missing or of another type. */
export type Fields = Record<string, unknown>;

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** A string, or the fallback for anything else. */
export function textOf(value: unknown, fallback = ""): string {
  return typeof value === "string" ? value : fallback;
}
