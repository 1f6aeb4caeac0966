import { sql, type RawBuilder } from "kysely";
import type { Target } from "#app/rules/palette-cells.ts";
import { anyWord, distanceTo } from "./conditions.ts";

/** What the words of description and creator (D), prompt (C), tags (B) and title (A) count. */
const weights = "{0.1, 0.3, 0.6, 1}";
/** What a title like the whole query counts, against its words one by one. */
const titleWeight = 0.5;
const colorWeight = 0.3;

export type RankedBy = {
  /** Folded; empty where there are only filters. */
  text: string;
  words: readonly string[];
  /** Words that may stand for them. */
  others: readonly string[];
  /** Colours to be near to; none where no colour is asked for. */
  targets: readonly Target[];
};

/** How near the row's palette is to the colours: 1 where it has them all, about one half at the edge of each, 0 far from all. */
export function nearnessTo(targets: readonly Target[]): RawBuilder<number> {
  const parts = targets.map(
    (target) => sql<number>`greatest(0, 1 - ${distanceTo(target)} / ${2 * target.radius}::float8)`,
  );
  return sql<number>`((${sql.join(parts, sql` + `)}) / ${parts.length}::float8)`;
}

/**
 * How well a row `s` of image_search fits. It depends on the row and the query alone: pictures that come or go never
 * move others, so that pages join without gaps.
 */
export function rankOf({ text, words, others, targets }: RankedBy): RawBuilder<number> {
  const parts: RawBuilder<number>[] = [];
  if (words.length > 0) {
    parts.push(
      sql<number>`ts_rank(${weights}::real[], s.words, ${anyWord([...words, ...others])}, 1)::float8`,
    );
    parts.push(sql<number>`${titleWeight}::float8 * similarity(s.title, ${text})::float8`);
  }
  if (targets.length > 0) {
    parts.push(sql<number>`${colorWeight}::float8 * ${nearnessTo(targets)}`);
  }
  return parts.length === 0 ? sql<number>`0::float8` : sql<number>`(${sql.join(parts, sql` + `)})`;
}
