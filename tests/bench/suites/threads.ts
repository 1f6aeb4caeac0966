/**
 * The page of threads with a tree of 2,000 pictures in Chromium: frames while the plane is moved and zoomed.
 * NODES=500 for fewer. `npm run bench -- threads`
 */
import { readEnv } from "#app/env.ts";
import { paths } from "#app/paths.ts";
import { openLog } from "#app/lib/log.ts";
import { allowBulkRows } from "#tests/harness/superuser.ts";
import { openServices } from "#app/open-services.ts";
import { heapMb, measureFrames, openStage } from "../support/frames.ts";
import { fillLines } from "../support/picture-rows.ts";
import { signUp } from "../support/product.ts";

const nodes = Number(process.env["NODES"] ?? 2_000);
const frames = Number(process.env["FRAMES"] ?? 240);
const goalMs = 16.7;

const stage = await openStage();
try {
  const { cookie, email } = await signUp(stage.product.url, "Threads Bench");
  const services = await openServices(
    readEnv({ DATA_DIR: stage.product.dataDir, LOG_LEVEL: "silent" }),
    { log: openLog("silent"), engines: new Map() },
  );
  await allowBulkRows(services);
  // Three edits of each, as far as there are any: seven generations, 1,300 of them leaves.
  await fillLines(
    services.pool,
    `select n, (select id from users where email = $1) as owner,
            case when n > 0 then (n - 1) / 3 end as parent, case when n > 0 then 0 end as root, true as is_public
     from generate_series(0, ${nodes - 1}) as n`,
    [email],
  );
  await services.close();

  const begun = performance.now();
  const staged = await stage.open(paths.dashboardPage("work/threads"), cookie);
  const { page } = staged;
  await page.getByRole("tree").waitFor();
  console.log(`${nodes} places shown after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  await page.waitForLoadState("networkidle");

  const down = () => {
    const init = { bubbles: true, cancelable: true, deltaY: 40 };
    document.querySelector(".tree")?.dispatchEvent(new WheelEvent("wheel", init));
  };
  const zoom = (frame: number) => {
    const deltaY = Math.floor(frame / 60) % 2 === 0 ? 6 : -6;
    const at = { clientX: 900, clientY: 500 };
    const init = { bubbles: true, cancelable: true, ctrlKey: true, deltaY, ...at };
    document.querySelector(".tree")?.dispatchEvent(new WheelEvent("wheel", init));
  };
  const zoomBy = async (name: string, times: number) => {
    for (let n = 0; n < times; n += 1) await page.getByRole("button", { name }).click();
    await page.waitForLoadState("networkidle");
  };
  const table: Record<string, Record<string, string | number>> = {};
  const note = async (name: string, step: (frame: number) => void) => {
    const measured = await measureFrames(staged, frames, step);
    const isMet = Number(measured["p95 ms"]) <= goalMs + 0.1;
    table[name] = { ...measured, [`p95 <= ${goalMs}`]: isMet ? "yes" : "NO" };
  };
  await note("at rest", () => undefined);
  await note("moved by 2,400 px a second", down);
  await note("zoomed in and out", zoom);
  await zoomBy("Zoom out", 12);
  await note("moved, as far out as it goes", down);
  await note("zoomed in and out, from there", zoom);
  console.table(table);
  console.log(`heap ${(await heapMb(staged)).toFixed(0)} MB`);
} finally {
  await stage.close();
}
