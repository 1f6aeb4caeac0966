import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser, type BrowserContext } from "playwright-core";

/**
 * Chromium uses only the last list of this kind, so Playwright's comes first, unchanged. The WebUI pages are what the
 * field for addresses would load into each new window, unseen: they cost as much as the page under test. The last is a
 * process made ready for a next page, which a test seldom has.
 */
const withoutFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];

const flags = [
  `--disable-features=${withoutFeatures.join(",")}`,
  "--no-sandbox",
  "--disable-gpu",
  // What it draws in software it draws in the browser's process: a seventh less processor time for a page.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

async function launch(whole: boolean): Promise<Browser> {
  const { CHROMIUM_PATH = "/usr/bin/chromium", HEADLESS_SHELL_PATH } = process.env;
  const executablePath = whole ? CHROMIUM_PATH : (HEADLESS_SHELL_PATH ?? CHROMIUM_PATH);
  const browser = await chromium.launch({ executablePath, args: flags, handleSIGTERM: false });
  // Vitest ends a worker by this signal. At an exit Playwright ends the browser and removes its files.
  process.removeListener("SIGTERM", exit);
  process.once("SIGTERM", exit);
  return browser;
}

function exit(): void {
  process.exit();
}

/** The browsers of this worker, by whether they are whole. */
const running = new Map<boolean, Promise<Browser>>();

/**
 * Debian's Chromium without what no test looks at: its headless shell where there is one, which takes less processor time.
 * A start costs as much as some pages, so that it lives as long as the worker and serves file after file, each with
 * profiles of its own.
 * @param whole true for what the shell lacks, e.g. notifications
 */
export async function theChromium(whole = false): Promise<Browser> {
  const known = running.get(whole);
  const open = await known?.catch(() => null);
  if (open?.isConnected()) return open;
  // Whoever asked at the same moment may have started the next one.
  const other = running.get(whole);
  const next = other === undefined || other === known ? launch(whole) : other;
  running.set(whole, next);
  return next;
}

/** Far longer than the removal of a profile takes. */
const closeLimitMs = 60_000;

async function areClosed(contexts: readonly BrowserContext[]): Promise<boolean> {
  const over = new AbortController();
  const closed = Promise.all(contexts.map((context) => context.close())).then(() => true);
  const limit = sleep(closeLimitMs, false, { signal: over.signal });
  limit.catch(() => undefined);
  try {
    return await Promise.race([closed, limit]);
  } finally {
    over.abort();
    closed.catch(() => undefined);
  }
}

/**
 * Closes profiles. Chromium sometimes never answers the command that removes one (Target.disposeBrowserContext), which
 * only the end of the whole browser helps: then the next page has another one.
 */
export async function closeProfiles(contexts: readonly BrowserContext[]): Promise<void> {
  if (!(await areClosed(contexts))) await contexts[0]?.browser()?.close();
}
