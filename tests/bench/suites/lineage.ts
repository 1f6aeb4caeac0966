/**
 * Lines of fifty generations among 1,000,000 remixes, spread over the table as time spreads them, in an embedded
 * database of its own: what the picture's page asks for, and what the page of threads asks for. EDGES=100000 for fewer.
 * `npm run bench -- lineage`
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readEnv } from "#app/env.ts";
import { listThreads, threadOf } from "#app/features/generation/queries/threads.ts";
import { lineageOf } from "#app/features/pictures/queries.ts";
import { openLog } from "#app/lib/log.ts";
import { allowBulkRows } from "#tests/harness/superuser.ts";
import { openServices } from "#app/open-services.ts";
import { fillLines, fillOwners, pictureId, unhurried } from "../support/picture-rows.ts";

const depth = 50;
const edges = Number(process.env["EDGES"] ?? 1_000_000);
const turns = Number(process.env["TURNS"] ?? 200);
/** A tenth of the remixes stand in trees of 2,000 pictures, which are fifty deep too. */
const treeSize = 2_000;
const trees = Math.ceil(edges / 10 / treeSize);
const lines = Math.ceil((edges * 0.9) / depth);
const goalMs = 20;

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)];

const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-lineage-"));
const services = await openServices(readEnv({ DATA_DIR: folder, LOG_LEVEL: "silent" }), {
  log: openLog("silent"),
  engines: new Map(),
});
try {
  await allowBulkRows(services);
  const { pool, db } = services;
  const owners = await fillOwners(pool, 500);
  const begun = performance.now();
  const ofOwner = "($1::uuid[])[1 + floor(random() * 500)::int]";
  // The k-th generation of every line comes before the next of any.
  for (let k = 0; k <= depth; k += 10) {
    await fillLines(
      pool,
      `select n, ${ofOwner} as owner, case when n >= ${lines} then n - ${lines} end as parent,
              case when n >= ${lines} then n % ${lines} end as root, n % 10 <> 3 as is_public
       from generate_series(${k * lines}, ${Math.min(k + 10, depth + 1) * lines - 1}) as n`,
      [owners],
    );
  }
  const base = (depth + 1) * lines;
  // The first fifty-one of a tree are a line; each of the others hangs on one of those.
  await fillLines(
    pool,
    `select ${base} + j * ${trees} + t as n, ${ofOwner} as owner,
            case when j > ${depth} then ${base} + (j * 7919 % ${depth}) * ${trees} + t
                 when j > 0 then ${base} + (j - 1) * ${trees} + t end as parent,
            case when j > 0 then ${base} + t end as root, j % 10 <> 3 as is_public
     from generate_series(0, ${treeSize - 1}) as j, generate_series(0, ${trees - 1}) as t`,
    [owners],
  );
  await unhurried(pool, (query) => query("vacuum analyze pictures"));
  const { rows } = await pool.query<{ edges: string }>(
    "select count(*) as edges from pictures where source_picture_id is not null",
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${Number(rows[0].edges).toLocaleString("en")} remixes in ${seconds} s`);

  const any = (below: number) => Math.floor(Math.random() * below);
  const idOf = async (n: number) => {
    const found = await pool.query<{ id: string; owner_id: string }>(
      `select id, owner_id from pictures where id = ${pictureId("$1::int")}`,
      [n],
    );
    return found.rows[0];
  };
  /** The last picture of a line, which is fifty generations from its first. */
  const last = () => idOf(depth * lines + any(lines));
  const member = (userId: string) => ({ role: "member", userId }) as const;
  const whole = (found: number, wanted: number) => {
    if (found !== wanted) throw new Error(`${found} places instead of ${wanted}`);
  };

  const asked: Record<string, { times?: number; ask: () => Promise<() => Promise<void>> }> = {
    "line of a picture, 50 deep": {
      ask: async () => {
        const { id } = await last();
        return async () => {
          const found = await lineageOf(db, id, { role: "admin", userId: owners[0] });
          whole(found?.ancestors.length ?? 0, depth);
        };
      },
    },
    "its thread": {
      ask: async () => {
        const { id, owner_id: owner } = await last();
        return async () => {
          const found = await threadOf(db, member(owner), id);
          // Hidden places stand in the line; at its end they would not, but that one is the member's own.
          whole(found?.nodes.length ?? 0, depth + 1);
        };
      },
    },
    "threads of a member": {
      ask: async () => {
        const owner = owners[any(owners.length)];
        return async () => {
          if ((await listThreads(db, member(owner))).length === 0) throw new Error("no threads");
        };
      },
      times: Math.min(turns, 40),
    },
    "thread of 2,000 pictures": {
      ask: async () => {
        const { id, owner_id: owner } = await idOf(base + any(trees));
        return async () => {
          const found = await threadOf(db, member(owner), id);
          if ((found?.nodes.length ?? 0) < treeSize * 0.85) throw new Error("too few places");
        };
      },
      times: Math.min(turns, 40),
    },
  };
  const table: Record<string, object> = {};
  for (const [name, { ask, times: wanted = turns }] of Object.entries(asked)) {
    const times: number[] = [];
    for (let turn = 0; turn < wanted + 5; turn += 1) {
      const work = await ask();
      const from = performance.now();
      await work();
      if (turn >= 5) times.push(performance.now() - from);
    }
    const p95 = at(times, 0.95);
    const hasGoal = wanted === turns;
    table[name] = {
      "p50 ms": at(times, 0.5).toFixed(1),
      "p95 ms": p95.toFixed(1),
      goal: hasGoal ? `p95 <= ${goalMs}: ${p95 <= goalMs ? "yes" : "NO"}` : "",
    };
  }
  console.table(table);
} finally {
  await services.close();
  await rm(folder, { recursive: true, force: true });
}
