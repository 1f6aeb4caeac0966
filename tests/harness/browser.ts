import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as Axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { loadBuild } from "#app/roles/pages.ts";
import type { Services } from "#app/services.ts";
import { closeProfiles, theChromium } from "./chromium.ts";
import { tellFailedPages } from "./failed-page.ts";
import { untilInPage, watchHydration } from "./hydration.ts";
import { patienceMs } from "./patience.ts";
import { testServer, type SignedUp, type TestServer } from "./server.ts";
import { testServices, type TestOverrides } from "./services.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type PageOptions = {
  width?: 1440 | 390;
  theme?: "light" | "dark";
  /** False shows the page as it comes from the server. */
  javaScript?: boolean;
  /** True to allow motion (no `prefers-reduced-motion`). */
  motion?: boolean;
  /** Signed in from the start. */
  member?: SignedUp;
  /** True lets the site's service worker run; it would hide requests from tests that answer them themselves. */
  serviceWorker?: boolean;
  /** Error statuses that this test expects; the console's messages about them are allowed. */
  expect?: readonly number[];
};

export type TestBrowser = {
  server: TestServer;
  services: Services;
  /** A page in a fresh browser profile. Its errors fail the test that calls `finish`. */
  open(address: string, options?: PageOptions): Promise<Page>;
  /** Navigates the page to another address, as if typed. */
  go(page: Page, address: string): Promise<void>;
  /** Another tab beside a page, with its cookies and storage. */
  beside(page: Page, address: string): Promise<Page>;
  /** Closes the pages and throws when one had an error in its console, an exception or an unexpected status. */
  finish(): Promise<void>;
  close(): Promise<void>;
};

/** Records everything that must not happen on a page. */
function watch(page: Page, expected: readonly number[], faults: string[]) {
  page.on("pageerror", (error) => {
    // React Router leaves the answer to a page's data unhandled while the page's styles are loaded, and handles it then
    // (prefetchStylesAndCallHandler in its lib/dom/ssr/routes.js). Such an answer is no Error, so it has no name.
    if (error.name === "" && expected.length > 0) return;
    faults.push(`exception: ${error.message}`);
  });
  page.on("response", (answer) => {
    const status = answer.status();
    if (status >= 400 && !expected.includes(status)) faults.push(`${status} ${answer.url()}`);
  });
  page.on("console", (message) => {
    const text = message.text();
    // Logged for every status from 400, which is checked above.
    if (message.type() !== "error" || text.startsWith("Failed to load resource")) return;
    // The product's own log of a response names its status, 0 without one.
    const answered = /^(?:Image lookup failed|Collection not found): .*, status (\d+)$/.exec(text);
    if (answered !== null && expected.includes(Number(answered[1]))) return;
    faults.push(`console: ${text}`);
  });
}

async function signIn(context: BrowserContext, url: string, member: SignedUp) {
  await context.addCookies(
    member.cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
}

/**
 * The real program with its built pages, and Debian's Chromium in front of it.
 * @param whole true for Chromium with all that its headless shell lacks
 */
export async function testBrowser(
  overrides: TestOverrides = {},
  whole = false,
): Promise<TestBrowser> {
  const services = await testServices(overrides);
  const server = await testServer(services, { pages: await loadBuild(root) });
  await theChromium(whole);
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const untilAlive = new WeakMap<Page, () => Promise<void>>();
  const expectedBy = new Map<BrowserContext, readonly number[]>();

  async function show(context: BrowserContext, address: string, javaScript = true): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    watch(page, expectedBy.get(context) ?? [], faults);
    if (javaScript) {
      untilAlive.set(page, watchHydration(page));
      await go(page, address);
    } else await page.goto(new URL(address, server.url).href);
    return page;
  }

  async function go(page: Page, address: string): Promise<void> {
    await page.goto(new URL(address, server.url).href);
    await (untilAlive.get(page) ?? watchHydration(page))();
  }

  async function finish() {
    await tellFailedPages(contexts.flatMap((context) => context.pages()));
    await closeProfiles(contexts.splice(0));
    const found = faults.splice(0);
    if (found.length > 0) throw new Error(`The page had faults:\n${found.join("\n")}`);
  }

  return {
    server,
    services,
    async open(address, options = {}) {
      const { width = 1440, theme = "light", javaScript = true, motion = false, member } = options;
      const browser = await theChromium(whole);
      const context = await browser.newContext({
        viewport: { width, height: width === 390 ? 844 : 900 },
        isMobile: width === 390,
        hasTouch: width === 390,
        javaScriptEnabled: javaScript,
        serviceWorkers: options.serviceWorker ? "allow" : "block",
        reducedMotion: motion ? "no-preference" : "reduce",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      contexts.push(context);
      expectedBy.set(context, options.expect ?? []);
      await context.addInitScript((chosen) => {
        if (!localStorage.getItem("theme")) localStorage.setItem("theme", chosen);
      }, theme);
      if (member) await signIn(context, server.url, member);
      return show(context, address, javaScript);
    },
    go,
    beside: (page, address) => show(page.context(), address),
    finish,
    async close() {
      await closeProfiles(contexts.splice(0));
      await server.close();
      await services.close();
    },
  };
}

/** The minified program: a page reads it once, in half the time. */
const axeProgram = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const axeOptions: Axe.RunOptions = {
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** What axe finds against WCAG 2.2 A and AA, one line a finding. In the page alone, for none has a frame. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeProgram);
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
  }, axeOptions);
}

/** Switches an open page's theme, as when it is changed in another tab. */
async function wear(page: Page, theme: "light" | "dark"): Promise<void> {
  const isWorn = () =>
    page.evaluate((chosen) => {
      localStorage.setItem("theme", chosen);
      dispatchEvent(new StorageEvent("storage", { key: "theme" }));
      const moving = document.getAnimations().some(({ playState }) => playState === "running");
      return document.documentElement.dataset.theme === chosen && !moving;
    }, theme);
  await untilInPage(page, `the ${theme} theme`, isWorn);
}

/** What axe finds on the current page, in light and in dark, without reloading it. */
export async function axeFindingsInBothThemes(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await wear(page, theme);
    findings.push(...(await axeFindings(page)).map((finding) => `${theme}: ${finding}`));
  }
  return findings;
}
