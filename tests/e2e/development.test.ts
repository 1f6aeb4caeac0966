import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings } from "../harness/browser.ts";
import { testDatabase } from "../harness/database.ts";
import { patienceMs } from "../harness/patience.ts";
import { goodPassword } from "../harness/server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The files that development reads, copied so that the test edits nothing in the repository. */
const parts = ["src", "packages", "public", "content", "db", "scripts", "messages"];
const files = ["package.json", "tsconfig.json", "vite.config.ts", "react-router.config.ts"];

let copy: string;
let program: ChildProcess;
let browser: Browser;
let page: Page;
let url: string;
let output = "";

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

/** Replaces a text in a file of the copy. @returns the time of the edit */
async function edit(file: string, from: string, to: string): Promise<number> {
  const name = path.join(copy, file);
  const text = await readFile(name, "utf8");
  if (!text.includes(from)) throw new Error(`${file} no longer has: ${from}`);
  await writeFile(name, text.replace(from, to));
  return performance.now();
}

/**
 * Looks for what an edit shows. The watcher of files can miss a change that comes while it handles the one before: the file is
 * saved again each second, as by hand.
 */
function savedAgain<T>(file: string, text: string, look: () => Promise<T>): () => Promise<T> {
  let saved = performance.now();
  return async () => {
    if (performance.now() - saved > 1000) saved = await edit(file, text, text);
    return look();
  };
}

beforeAll(async () => {
  copy = await mkdtemp(path.join(os.tmpdir(), "echoform-development-"));
  for (const name of [...parts, ...files]) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const database = await testDatabase();
  const port = await freePort();
  url = `http://localhost:${port}`;
  program = spawn(process.execPath, ["scripts/dev.ts"], {
    cwd: copy,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "development",
      PORT: String(port),
      DATA_DIR: path.join(copy, "data"),
      DATABASE_URL: database.url,
      HELPERS: "off",
      RATE_LIMIT_FACTOR: "1000",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [program.stdout, program.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  }
  while (!output.includes("is ready for development on ")) {
    if (program.exitCode !== null) throw new Error(`the program ended:\n${output}`);
    await sleep(50);
  }
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const name = "Ada Lovelace";
  const account = { name, email: "ada@example.org", password: goodPassword };
  const answer = await context.request.post(`${url}/api/auth/sign-up/email`, {
    data: account,
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`sign-up answered ${answer.status()}`);
  page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
});

afterAll(async () => {
  await browser?.close();
  if (program?.exitCode === null) {
    program.kill("SIGTERM");
    await once(program, "exit");
  }
  await rm(copy, { recursive: true, force: true });
});

const queries = "src/features/billing/queries.ts";
const words = "a lighthouse in the fog";
const prompt = () => page.locator("textarea").first();
const seen: string[] = [];

test("edits of a component and a style of the studio appear in the open page, and the typed prompt stays", async () => {
  await page.goto(`${url}/dashboard/studio/remix`);
  await expect
    .poll(() => prompt().getAttribute("placeholder"))
    .toBe("Describe what should take form");
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith("__react")),
  );
  await prompt().fill(words);
  let loads = 0;
  page.on("load", () => (loads += 1));

  const component = await edit(
    "src/features/generation/ui/composer.tsx",
    "Describe what should take form",
    "Say what to draw",
  );
  await expect.poll(() => prompt().getAttribute("placeholder")).toBe("Say what to draw");
  seen.push(`component ${Math.round(performance.now() - component)} ms`);

  const sheet = "src/features/generation/ui/composer.css";
  const style = await edit(sheet, "border-radius: 20px;", "border-radius: 3px;");
  const radius = () =>
    page
      .locator(".composer")
      .first()
      .evaluate((composer) => getComputedStyle(composer).borderRadius);
  await expect.poll(savedAgain(sheet, "border-radius: 3px;", radius)).toBe("3px");
  seen.push(`style ${Math.round(performance.now() - style)} ms`);

  expect(await prompt().inputValue()).toBe(words);
  expect(loads).toBe(0);
});

test("an edited query takes effect with the same database and session, and the page stays", async () => {
  const balance = async () => {
    const answer = await page.request.get(`${url}/api/billing/balance`);
    return ((await answer.json()) as { current: number }).current;
  };
  expect(await balance()).toBe(5);
  const query = await edit(queries, "current: account?.available ?? 0", "current: 77");
  await expect.poll(savedAgain(queries, "current: 77", balance)).toBe(77);
  seen.push(`query ${Math.round(performance.now() - query)} ms`);
  expect(await prompt().inputValue()).toBe(words);
  process.stdout.write(`Seen after an edit: ${seen.join(", ")}\n`);
});

test("an error in a server file is shown, and the next edit fixes it", async () => {
  await edit(queries, "current: 77", "current: ] 77");
  const status = async () => (await page.request.get(`${url}/api/billing/balance`)).status();
  await expect.poll(savedAgain(queries, "current: ] 77", status)).toBe(500);
  await edit(queries, "current: ] 77", "current: 78");
  await expect.poll(savedAgain(queries, "current: 78", status)).toBe(200);
});

test.each([1440, 390])(
  "the page of components shows every one in both themes, and axe finds nothing, at %i px",
  async (width) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
    });
    const shown = await context.newPage();
    const faults: string[] = [];
    shown.on("pageerror", (error) => faults.push(error.message));
    await shown.goto(`${url}/development/components`);
    for (const theme of ["Light", "Dark"]) {
      const part = shown.getByRole("region", { name: theme, exact: true });
      await part.getByRole("button", { name: "primary large" }).waitFor();
      await part.getByRole("textbox", { name: "Username" }).waitFor();
    }
    // The styles may come after the page.
    const grounds = () =>
      shown
        .locator("section[data-theme]")
        .evaluateAll(
          (all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size,
        );
    await expect.poll(grounds).toBe(2);
    const wider = await shown.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider).toBe(false);
    expect(await axeFindings(shown)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  },
);
