/**
 * Lighthouse's scores for home, results, a picture's page and a creator's, for mobile and desktop, and how far each shifts
 * while it loads (CLS). Lighthouse is no dependency: npx fetches it, and without the registry nothing is measured. There is no goal
 * for performance, which is the machine's as much as the page's. CHROMIUM_PATH names the browser.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { castAndWait, grantCredits, signUp, startProduct } from "../support/product.ts";

const lighthouse = "lighthouse@13.5.0";
const run = promisify(execFile);
const browser = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const forms = { mobile: [], desktop: ["--preset=desktop"] } as const;
const goals = { accessibility: 100, "best-practices": 95, seo: 100 } as const;
const mostShift = 0.02;

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
  runtimeError?: { message: string };
};

async function reach(): Promise<string | null> {
  try {
    return (
      await run("npx", ["--yes", lighthouse, "--version"], { timeout: 180_000 })
    ).stdout.trim();
  } catch {
    return null;
  }
}

/** A busy machine can invalidate a trace; Lighthouse then asks for another run. */
const attempts = 3;

async function look(address: string, form: keyof typeof forms, left = attempts): Promise<Report> {
  const { stdout } = await run(
    "npx",
    [
      "--yes",
      lighthouse,
      address,
      "--quiet",
      "--output=json",
      "--chrome-flags=--headless --no-sandbox --disable-gpu",
      ...forms[form],
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 256 * 1024 * 1024 },
  ).catch((error: { stdout?: string; stderr?: string }) => {
    // It exits with status 1 for a failed trace; the report names it.
    if (error.stdout?.startsWith("{")) return { stdout: error.stdout };
    throw new Error(`Lighthouse failed at ${address}: ${error.stderr?.slice(-500)}`);
  });
  const report = JSON.parse(stdout) as Report;
  if (!report.runtimeError) return report;
  if (left > 1) return look(address, form, left - 1);
  throw new Error(`${address}: ${report.runtimeError.message}`);
}

const version = await reach();
if (version === null) {
  console.log(`${lighthouse} cannot be fetched from here: nothing is measured`);
  process.exit(0);
}
const short: string[] = [];
const product = await startProduct();
try {
  const { cookie, email } = await signUp(product.url, "Lighthouse Bench");
  await grantCredits(product, email, 100);
  for (const prompt of ["rolling hills at dusk", "a lighthouse in fog", "paper boats on a pond"]) {
    await castAndWait(product.url, cookie, {
      prompt,
      aspect: "1:1",
      quality: "standard",
      count: 4,
    });
  }
  const { items } = (await (await fetch(`${product.url}/api/pictures?limit=1`)).json()) as {
    items: { slug: string; creator: { username: string } }[];
  };
  const [newest] = items;
  if (newest === undefined) throw new Error("nothing hangs on the wall");
  const pages = {
    home: "/",
    results: "/s/rolling-hills",
    picture: `/i/${newest.slug}`,
    creator: `/@${newest.creator.username}`,
  };
  console.log(`Lighthouse ${version}`);
  const rows: Record<string, Record<string, string | number>> = {};
  for (const form of ["mobile", "desktop"] as const) {
    for (const [name, path] of Object.entries(pages)) {
      const { categories, audits } = await look(product.url + path, form);
      const scoreOf = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
      const row: Record<string, string | number> = { performance: scoreOf("performance") };
      for (const [category, goal] of Object.entries(goals)) {
        const score = scoreOf(category);
        row[category] = score;
        if (score < goal) short.push(`${name}, ${form}: ${category} ${score} of ${goal}`);
      }
      const shift = audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN;
      row.CLS = shift.toFixed(4);
      if (!(shift <= mostShift)) short.push(`${name}, ${form}: CLS ${shift}`);
      rows[`${name}, ${form}`] = row;
    }
  }
  console.table(rows);
  console.log(short.length === 0 ? "All goals are met" : `Below the goals: ${short.join("; ")}`);
} finally {
  await product.stop();
}
if (short.length > 0) process.exitCode = 1;
