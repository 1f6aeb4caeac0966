/**
 * The query of everybody's wall at 100,000 pictures in casts of four, in an embedded database of its own: the first page,
 * a page far down, and each shape. ROWS=10000 for fewer. `npm run bench -- wall-pages`
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readEnv } from "#app/env.ts";
import { wall } from "#app/features/pictures/queries.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { allowBulkRows } from "#tests/harness/superuser.ts";
import { fillLines, fillOwners, unhurried } from "../support/picture-rows.ts";

const rows = Number(process.env["ROWS"] ?? 100_000);
const turns = 60;
const limit = 40;
const perCast = 4;
/** Pages that are turned before the deep page is measured. */
const deep = 300;
const goalMs = 10;

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)];

const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-wall-pages-"));
const services = await openServices(readEnv({ DATA_DIR: folder, LOG_LEVEL: "silent" }), {
  log: openLog("silent"),
  engines: new Map(),
});
try {
  await allowBulkRows(services);
  const { pool, db } = services;
  const owners = await fillOwners(pool, 200);
  await fillLines(
    pool,
    `select n, ($1::uuid[])[1 + n / 40 % 200] as owner, null::int as parent, null::int as root, true as is_public
     from generate_series(1, ${rows}) as n`,
    [owners],
  );
  await unhurried(pool, async (query) => {
    await query(`
      update pictures set generation_id = cast_id, generation_index = place,
        width = case when turn % 2 = 0 then 1216 else width end
      from (select id, first_value(generation_id) over (partition by turn order by place) as cast_id, place, turn
        from (select id, generation_id, (n / ${perCast}) as turn, (n % ${perCast})::int as place
          from (select id, generation_id, row_number() over (order by id) - 1 as n from pictures) as numbered) as placed)
        as grouped
      where grouped.id = pictures.id`);
    await query("vacuum analyze pictures");
  });

  let far: string | undefined;
  for (let page = 0; page < deep; page += 1) {
    const { next } = await wall(db, { limit, cursor: far });
    if (next === null) break;
    far = next;
  }
  const ways = {
    "first page": {},
    "far down": { cursor: far },
    "portraits, first page": { shape: "portrait" as const },
    "squares, far down": { shape: "square" as const, cursor: far },
    "a shape that nothing has": { shape: "landscape" as const },
  };
  const table: Record<string, Record<string, string | number>> = {};
  for (const [name, input] of Object.entries(ways)) {
    const times: number[] = [];
    let shown = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const before = performance.now();
      shown = (await wall(db, { limit, ...input })).items.length;
      times.push(performance.now() - before);
    }
    const p95 = at(times, 0.95);
    table[name] = {
      pictures: shown,
      "median ms": at(times, 0.5).toFixed(1),
      "p95 ms": p95.toFixed(1),
      [`p95 <= ${goalMs}`]: p95 <= goalMs ? "yes" : "NO",
    };
  }
  console.log(`${rows.toLocaleString("en")} pictures, ${perCast} in each cast`);
  console.table(table);
} finally {
  await services.close();
  await rm(folder, { recursive: true, force: true });
}
