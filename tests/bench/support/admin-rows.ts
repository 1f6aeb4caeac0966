/** Every admin list filled with rows, in plain SQL without triggers; for benchmarks only. */
import type { Pool } from "pg";
import { unhurried } from "./picture-rows.ts";

/** The id of the n-th row of a table, in the order of time. */
const id = (table: number, n = "n") =>
  `('01900000-${String(table).padStart(4, "0")}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export const memberId = (n: string) => id(1, n);
const pictureId = (n: string) => id(2, n);

/** Spread over two years, in the order of the numbers. */
const time = "now() - (rows - n) * interval '10 minutes'";

const words = `(array['harbour','lantern','meadow','glacier','violin','saffron','copper','thistle'])[1 + n % 8]`;

/** One statement a table; `rows` is how many. */
const statements = [
  `insert into users (id, email, name, username, role, plan, verified_at, created_at)
   select ${memberId("n")}, 'person-' || n || '@example.org', initcap(${words}) || ' Person ' || n, 'person_' || n,
     case when n % 1000 = 7 then 'admin' when n % 5 = 0 then 'user' else 'member' end,
     case when n % 40 = 0 then 'Pro' when n % 200 = 3 then 'Studio' else 'Free' end,
     case when n % 9 = 0 then now() end, ${time} from numbers`,
  `insert into ledger_accounts (id, kind, user_id, available, held)
   select ${id(3)}, 'member', ${memberId("n")}, n % 500, 0 from numbers`,
  `insert into holds (id, account_id, amount, state, settled, expires_at, closed_at, created_at)
   select ${id(4)}, ${id(3, "1 + n * 7 % rows")}, 4, 'settled', 4, now(), now(), ${time} from numbers`,
  `insert into pictures (id, owner_id, title, prompt, storage_key, filename, slug, width, height, bytes, sha256, colors,
     placeholder, approved, status, picked_at, removed_at, is_public, created_at)
   select ${pictureId("n")}, ${memberId("1 + n * 13 % rows")}, initcap(${words}) || ' ' || n,
     ${words} || ' at dawn with boats, version ' || n, 'pictures/' || n, ${words} || '-' || n || '.jpg',
     'p-' || n, 832, 1216, 400000, 'x', array['#0f766e','#115e59','#134e4a','#14b8a6','#ccfbf1'],
     repeat('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD', 4),
     n % 50 not in (1, 2, 3), case when n % 50 = 1 then 'waiting' when n % 50 = 2 then 'rejected' else 'ready' end,
     case when n % 500 = 9 then now() end, case when n % 50 = 3 then now() end, n % 10 <> 4, ${time} from numbers`,
  `insert into admin_audit (admin_id, action, target_kind, target_id, before, after, request_id, created_at)
   select ${memberId("8")},
     case when n % 2000 = 5 then 'rule.change' when n % 10 = 5 then 'member.credits' else 'picture.approve' end,
     case when n % 2000 = 5 then 'rule' when n % 10 = 5 then 'member' else 'picture' end,
     case when n % 2000 = 5 then 'nudity' when n % 10 = 5 then ${memberId("n")}::text else ${pictureId("n")}::text end,
     '{"approved": false}', '{"approved": true}', 'request-' || n / 20, ${time} from numbers`,
  `insert into reports (id, picture_id, state, voices, created_at, resolved_at)
   select ${id(5)}, ${pictureId("n")}, case when n % 3 = 0 then 'open' when n % 3 = 1 then 'upheld' else 'dismissed' end,
     1, ${time}, case when n % 3 = 0 then null else now() end from numbers`,
  `insert into report_voices (report_id, user_id, reason, created_at)
   select ${id(5)}, ${memberId("1 + n % rows")}, 'spam', ${time} from numbers`,
  `insert into messages (id, kind, user_id, name, email, body, created_at, closed_at)
   select ${id(6)}, 'idea', ${memberId("n")}, 'Person ' || n, 'person-' || n || '@example.org', 'An idea ' || n, ${time},
     case when n % 4 > 0 then now() end from numbers`,
  `insert into collections (id, owner_id, name, is_public, published_at, created_at, updated_at)
   select ${id(7)}, ${memberId("1 + n * 11 % rows")}, initcap(${words}) || ' ' || n, n % 3 > 0, ${time}, ${time}, ${time}
   from numbers`,
  `insert into collection_items (collection_id, picture_id, position)
   select ${id(7)}, ${pictureId("1 + (n * 3 + k) % rows")}, k from numbers, generate_series(0, 2) k on conflict do nothing`,
  `insert into prompt_refusals (id, user_id, rule, word, prompt, digest, refused_at)
   select ${id(8)}, ${memberId("n")}, (select min(name) from prompt_rules), 'word', 'A prompt ' || n,
     lpad(to_hex(n), 64, '0'), ${time} from numbers`,
  `insert into generations (id, user_id, kind, state, prompt, aspect, quality, count, engine, engine_label, model, seed,
     width, height, cost, hold_id, idempotency_key, request_hash, delivered, reports, asked, created_at, started_at, finished_at)
   select ${id(9)}, ${memberId("1 + n * 5 % rows")}, 'create', 'done', 'A lake', '1:1', 'standard', 1,
     'runware:' || n % 3, 'Runware ' || n % 3, 'model', n, 1024, 1024, 4, ${id(4)}, 'key-' || lpad(n::text, 8, '0'), 'x', 1,
     '[{"index": 0, "cost": 0.0013}]', '{0}', ${time}, ${time}, ${time} from numbers`,
  `insert into payment_events (id, kind, object_id, mode, livemode, payload, state, attempts, last_error, received_at, done_at)
   select 'evt_' || lpad(n::text, 24, '0'),
     (array['invoice.paid','charge.refunded','checkout.session.completed','payment_intent.succeeded'])[1 + n % 4],
     'in_' || n, 'live', true, jsonb_build_object('id', 'evt_' || n, 'note', repeat('x', 2000)),
     case when n % 1000 = 7 then 'failed' when n % 3 = 0 then 'ignored' else 'done' end, 1,
     case when n % 1000 = 7 then 'The amount is another' end, ${time}, now() from numbers`,
  `insert into payment_customers (user_id, mode, customer_id)
   select ${memberId("n")}, 'live', 'cus_' || n from numbers`,
  `insert into payment_checkouts (id, user_id, mode, offer, credits, amount, currency, customer_id)
   select ${id(10)}, ${memberId("n")}, 'live', 'pack-50', 50, 300, 'usd', 'cus_' || n from numbers`,
  `insert into payments (id, user_id, mode, checkout_id, offer, credits, amount, currency, state, payment_intent, created_at,
     granted_at)
   select 'pi_' || lpad(n::text, 24, '0'), ${memberId("n")}, 'live', ${id(10)}, 'pack-50', 50, 300, 'usd',
     case when n % 500 = 3 then 'disputed' when n % 50 = 1 then 'refunded' else 'paid' end,
     'pi_' || lpad(n::text, 24, '0'), ${time}, now() from numbers`,
  `insert into sanctions (id, member_id, kind, reason, target_id, target_title, appeal_key, made_by, created_at)
   select ${id(11)}, ${memberId("n")}, 'picture', 'spam', ${pictureId("n")}, initcap(${words}) || ' ' || n, ${id(12)},
     ${memberId("8")}, ${time} from numbers`,
  `insert into appeals (id, sanction_id, body, state, answer, answered_by, answered_at, created_at)
   select ${id(13)}, ${id(11)}, 'It is a mistake ' || n,
     case n % 3 when 0 then 'open' when 1 then 'granted' else 'declined' end,
     case when n % 3 > 0 then 'An answer' end, case when n % 3 > 0 then ${memberId("8")} end,
     case when n % 3 > 0 then now() end, ${time} from numbers`,
  `insert into grant_codes (id, digest, ending, credits, max_uses, uses, reason, expires_at, revoked_at, created_at)
   select ${id(14)}, sha256(n::text::bytea), upper(lpad(to_hex(n % 65536), 4, '0')), 10, 5, case when n % 4 = 0 then 5 else n % 5 end,
     'Prize ' || n, case n % 3 when 0 then now() - interval '1 day' when 1 then now() + interval '9 days' end,
     case when n % 50 = 5 then now() end, ${time} from numbers`,
  `insert into search_rules (id, kind, query, words, collection_id, created_at)
   select ${id(15)}, case when n % 4 = 0 then 'redirect' else 'synonym' end, ${words} || ' ' || n,
     case when n % 4 > 0 then 'lake ' || n end, case when n % 4 = 0 then ${id(7)} end, ${time} from numbers`,
  `insert into search_log (day, query, searches, results)
   select (now() - (n % 60) * interval '1 day')::date, ${words} || ' ' || n / 60, 1 + n % 9, case when n % 6 = 0 then 0 else n % 1000 end
   from numbers on conflict do nothing`,
];

/** Fills an empty, migrated database: so many rows for every list. */
export async function fillAdminLists(pool: Pool, rows: number): Promise<void> {
  await unhurried(pool, async (query) => {
    for (const statement of statements) {
      await query(
        `with numbers as (select n, ${rows} as rows from generate_series(1, ${rows}) as n) ${statement}`,
      );
    }
    await query("vacuum analyze");
  });
}
