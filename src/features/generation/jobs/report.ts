import type { ProviderMeta } from "#app/adapters/engines/port.ts";
import { toStorable } from "#app/rules/storable-text.ts";

/** A service's report is untrusted: it is kept within these limits. */
const most = { characters: 4000, entries: 40, depth: 4 };

/** A value as JSON that PostgreSQL can store; undefined for anything else. */
function kept(value: unknown, depth: number): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "string") {
    return Array.from(toStorable(value)).slice(0, most.characters).join("");
  }
  if (typeof value !== "object" || depth >= most.depth) return undefined;
  if (Array.isArray(value)) {
    return value.slice(0, most.entries).map((one) => kept(one, depth + 1) ?? null);
  }
  const entries = Object.entries(value).slice(0, most.entries);
  return Object.fromEntries(
    entries
      .map(([key, one]) => [kept(key.slice(0, 100), depth), kept(one, depth + 1)])
      .filter(([, one]) => one !== undefined),
  );
}

/** A service's report on one picture as stored with the cast: its index and the report, within limits. */
export function reportOf(index: number, meta: ProviderMeta): Record<string, unknown> {
  return { ...(kept(meta, 0) as Record<string, unknown>), index };
}
