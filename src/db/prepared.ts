import { createHash } from "node:crypto";
import { sql } from "kysely";
import { Client } from "pg";

const mark = "/* prepared */";
/** Where the mark may stand: before a statement, or behind its "select". */
const markedWithin = 40;
/** Each connection keeps the plans of all of them: about 50 kB each. More texts than these run as others do. */
const mostNames = 100;

/**
 * Marks a statement that is parsed once by each connection, and planned once where the plan does not depend on its
 * parameters: before a raw statement, or `modifyFront` of a query. For what guests ask often, of which planning is the
 * larger part, and whose text is always the same: lists are passed as one array. Not for conditions on words or times of
 * which few or many rows may fit.
 */
export const prepared = sql`/* prepared */`;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** A connection that prepares the marked ones of the statements that come as text with values. */
export class PreparingClient extends Client {
  // The one of the overloads that kysely calls is the only one that is changed.
  override query = ((...given: unknown[]) => {
    const [text, values] = given;
    const isMarked = typeof text === "string" && text.slice(0, markedWithin).includes(mark);
    const name = isMarked ? nameOf(text) : undefined;
    const query = super.query.bind(this) as (...given: unknown[]) => unknown;
    return name === undefined ? query(...given) : query({ name, text, values });
  }) as Client["query"];
}
