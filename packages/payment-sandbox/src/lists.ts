import type Stripe from "stripe";
import type { Kind, Kinds } from "./kinds.ts";
import { get, type Tx } from "./store.ts";

type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number };

export type ListParams = {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: Range;
};

const comparisons = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Conditions for the moment something was created; values are added to `values`. */
export function createdWithin(
  range: Range | undefined,
  column: string,
  values: unknown[],
): string[] {
  if (range === undefined) return [];
  if (typeof range === "number") {
    values.push(range);
    return [`${column} = $${values.length}`];
  }
  return (Object.keys(comparisons) as (keyof typeof comparisons)[]).flatMap((name) => {
    if (range[name] === undefined) return [];
    values.push(range[name]);
    return [`${column} ${comparisons[name]} $${values.length}`];
  });
}

/**
 * A page of objects, the newest first.
 * @param filters fields and the values they must have; those without a value are left out. A field within another is written
 *   with an arrow: `payment->payment_intent`
 */
export async function listOf<K extends Kind>(
  tx: Tx,
  kind: K,
  url: string,
  params: ListParams,
  filters: Readonly<Record<string, string | undefined>> = {},
): Promise<Stripe.ApiList<Kinds[K]>> {
  const values: unknown[] = [kind];
  const where = ["kind = $1"];
  for (const [field, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    const steps = field.split("->").map((step) => `'${step}'`);
    values.push(value);
    where.push(
      `(${["data", ...steps.slice(0, -1)].join("->")}->>${steps.at(-1)}) = $${values.length}`,
    );
  }
  where.push(...createdWithin(params.created, "(data->>'created')::bigint", values));
  const { starting_after: after, ending_before: before, limit = 10 } = params;
  for (const [param, id, sign] of [
    ["starting_after", after, "<"],
    ["ending_before", before, ">"],
  ] as const) {
    if (id === undefined) continue;
    await get(tx, kind, id, param);
    values.push(id);
    where.push(
      `seq ${sign} (select seq from payment_sandbox.objects where id = $${values.length})`,
    );
  }
  const order = before === undefined ? "desc" : "asc";
  const { rows } = await tx.client.query<{ data: Kinds[K] }>(
    `select data from payment_sandbox.objects where ${where.join(" and ")}
     order by seq ${order} limit ${limit + 1}`,
    values,
  );
  const found = rows.slice(0, limit).map(({ data }) => data);
  return {
    object: "list",
    data: before === undefined ? found : found.toReversed(),
    has_more: rows.length > limit,
    url,
  };
}
