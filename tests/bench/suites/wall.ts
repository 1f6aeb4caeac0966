/**
 * The wall of a site with 100,000 pictures in Chromium: frames while it is scrolled and grows, frames on a wall that has
 * become long, and the page's heap. PAGES=50 for a shorter one. `npm run bench -- wall`
 */
import { readEnv } from "#app/env.ts";
import { openLog } from "#app/lib/log.ts";
import { allowBulkRows } from "#tests/harness/superuser.ts";
import { openServices } from "#app/open-services.ts";
import { heapMb, measureFrames, openStage } from "../support/frames.ts";
import { fillLines, fillOwners } from "../support/picture-rows.ts";

const rows = Number(process.env["ROWS"] ?? 100_000);
/** Pages loaded before the long wall is scrolled. */
const pages = Number(process.env["PAGES"] ?? 250);
const frames = Number(process.env["FRAMES"] ?? 600);
const goals = { frameMs: 16.7, heapMb: 150 };

/** Scrolls on by 2,400 px a second, and asks for more pictures before the end is in sight. */
const scrollOn = () => {
  scrollBy(0, 40);
  const more = document.querySelector<HTMLElement>(".wall-end a");
  if (more && more.getBoundingClientRect().top < innerHeight * 3) more.click();
};
const scrollUp = () => scrollBy(0, -40);

const stage = await openStage();
try {
  const services = await openServices(
    readEnv({ DATA_DIR: stage.product.dataDir, LOG_LEVEL: "silent" }),
    { log: openLog("silent"), engines: new Map() },
  );
  await allowBulkRows(services);
  const owners = await fillOwners(services.pool, 200);
  await fillLines(
    services.pool,
    `select n, ($1::uuid[])[1 + n % 200] as owner, null::int as parent, null::int as root, true as is_public
     from generate_series(1, ${rows}) as n`,
    [owners],
  );
  await services.close();
  const staged = await stage.open("/");
  const { page } = staged;
  await page.locator(".tile").first().waitFor();
  await page.waitForLoadState("networkidle");
  const table: Record<string, Record<string, string | number>> = {};
  const note = async (name: string, step: (frame: number) => void) => {
    const measured = await measureFrames(staged, frames, step);
    const isMet = Number(measured["p95 ms"]) <= goals.frameMs + 0.1;
    table[name] = { ...measured, [`p95 <= ${goals.frameMs}`]: isMet ? "yes" : "NO" };
  };
  const heap = async (name: string) => {
    const count = await page.evaluate(() => {
      const last = [...document.querySelectorAll<HTMLElement>("[data-index]")].at(-1);
      return Number(last?.dataset["index"] ?? 0) + 1;
    });
    const megabytes = await heapMb(staged);
    console.log(`${name}: ${count} pictures, heap ${megabytes.toFixed(1)} MB`);
    return { count, megabytes };
  };
  await note("at rest", () => undefined);
  await note("scrolled while it grows", scrollOn);

  const readPages = async (count: number) => {
    for (let read = 0; read < count; read += 1) {
      const before = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        return document.documentElement.scrollHeight;
      });
      await page.waitForFunction((low) => {
        // Pressed while a page is on its way it does nothing.
        document.querySelector<HTMLElement>(".wall-end a")?.click();
        return document.documentElement.scrollHeight > low;
      }, before);
    }
  };
  // The cost of a picture is the difference of two long walls with the same number of mounted cards.
  await readPages(Math.ceil(pages / 5));
  const short = await heap("a long wall");
  await readPages(pages - Math.ceil(pages / 5));
  const long = await heap("a longer one");
  await note("up through the long wall", scrollUp);
  await note("down, while it grows on", scrollOn);
  console.table(table);
  const each = (long.megabytes - short.megabytes) / (long.count - short.count);
  const whole = short.megabytes + each * (rows - short.count);
  console.log(
    `${(each * 1024).toFixed(2)} kB a picture; all ${rows.toLocaleString("en")} would take ${whole.toFixed(0)} MB ` +
      `(goal at most ${goals.heapMb})`,
  );
} finally {
  await stage.close();
}
