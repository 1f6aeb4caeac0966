import type Stripe from "stripe";
import { z } from "zod";
import { noSuch } from "../errors.ts";
import { createdWithin, type ListParams } from "../lists.ts";
import { expand, paging, range, words } from "../params.ts";
import type { Tx } from "../store.ts";
import { endpoint } from "./endpoint.ts";

const read = z.strictObject({ expand });

const list = z.strictObject({
  ...paging,
  created: range.optional(),
  type: words(100).optional(),
  types: z.array(words(100)).max(20).optional(),
}) satisfies z.ZodType<Stripe.EventListParams>;

/** With how many deliveries are still to come, which changes after the event was recorded. */
const columns = `jsonb_set(data, '{pending_webhooks}', to_jsonb((
  select count(*) from payment_sandbox.deliveries
  where event_id = events.id and state = 'pending'))) as data`;

async function eventById(tx: Tx, id: string, param = "id"): Promise<object> {
  const { rows } = await tx.client.query<{ data: object }>(
    `select ${columns} from payment_sandbox.events where id = $1`,
    [id],
  );
  if (rows.length === 0) throw noSuch("event", id, param);
  return rows[0].data;
}

async function listEvents(
  tx: Tx,
  params: ListParams & { type?: string; types?: string[] },
): Promise<object> {
  const { limit = 10, starting_after: after, ending_before: before, type, types } = params;
  const values: unknown[] = [];
  const where = createdWithin(params.created, "created", values);
  const wanted = type === undefined ? types : [type];
  if (wanted !== undefined) {
    values.push(wanted);
    where.push(`type = any($${values.length})`);
  }
  for (const [param, id, sign] of [
    ["starting_after", after, "<"],
    ["ending_before", before, ">"],
  ] as const) {
    if (id === undefined) continue;
    await eventById(tx, id, param);
    values.push(id);
    where.push(`seq ${sign} (select seq from payment_sandbox.events where id = $${values.length})`);
  }
  const condition = where.length === 0 ? "" : `where ${where.join(" and ")}`;
  const order = before === undefined ? "desc" : "asc";
  const { rows } = await tx.client.query<{ data: object }>(
    `select ${columns} from payment_sandbox.events ${condition} order by seq ${order} limit ${limit + 1}`,
    values,
  );
  const data = rows.slice(0, limit).map((row) => row.data);
  return {
    object: "list",
    data: before === undefined ? data : data.toReversed(),
    has_more: rows.length > limit,
    url: "/v1/events",
  };
}

export const eventEndpoints = [
  endpoint("GET", "/v1/events/:id", read, (tx, _, [id]) => eventById(tx, id)),
  endpoint("GET", "/v1/events", list, listEvents),
];
