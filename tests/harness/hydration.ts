import type { Page, Request } from "playwright-core";
import { until } from "./patience.ts";

/** The scripts that a page is loading. */
function scriptsOf(page: Page): ReadonlySet<Request> {
  const loading = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") loading.add(request);
  });
  page.on("requestfinished", (request) => loading.delete(request));
  page.on("requestfailed", (request) => loading.delete(request));
  // What a page was loading when it was left may never be reported as ended.
  page.on("framenavigated", () => loading.clear());
  return loading;
}

/**
 * Waits for a condition in a page. Without `page.waitForFunction`, which loads a program of 340 KB into every document
 * that it looks at.
 * @param what for the error, e.g. "hydration"
 */
export async function untilInPage(
  page: Page,
  what: string,
  look: () => Promise<boolean>,
): Promise<void> {
  const lookAgain = (error: unknown) => {
    // The page went to another address meanwhile.
    if (String(error).includes("Execution context was destroyed")) return false;
    throw error;
  };
  const seen = () => look().catch(lookAgain);
  await until(`${what} of ${page.url()}`, seen, (isSo) => isSo);
}

/**
 * Waits until the page is hydrated: input before that could be lost on a busy machine. React has then taken
 * over the server's HTML, and has run the effects that attach listeners, which are separate tasks after that. Some
 * effects load the code of their listeners first, such as those for other tabs.
 */
async function untilAlive(page: Page, scripts: ReadonlySet<Request>): Promise<void> {
  const isHydrated = () =>
    page.evaluate(() => {
      if (document.querySelector("link[rel=modulepreload]") === null) return true;
      type Root = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } };
      const [, root] =
        Object.entries(document).find(([key]) => key.startsWith("__reactContainer$")) ?? [];
      return (root as Root | undefined)?.stateNode.current.memoizedState?.isDehydrated === false;
    });
  await untilInPage(page, "hydration", isHydrated);
  do {
    await until(
      "the scripts to be loaded",
      () => scripts.size,
      (left) => left === 0,
    );
    await page.evaluate(async () => {
      for (let task = 0; task < 20; task += 1) {
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", resolve, { once: true });
          port1.start();
          port2.postMessage(null);
        });
      }
    });
  } while (scripts.size > 0);
}

/**
 * Follows what a page loads, from before its first address. A reload waits until the page is hydrated, unless it is to be
 * looked at from its first moment.
 * @returns waits until the page is hydrated
 */
export function watchHydration(page: Page): () => Promise<void> {
  const scripts = scriptsOf(page);
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil === undefined) await untilAlive(page, scripts);
    return answer;
  };
  return () => untilAlive(page, scripts);
}

/**
 * Holds back scripts that the page loads from now on: it is as on a slow network.
 * @returns lets them load
 */
export async function holdScripts(page: Page, scripts = "**/*.js"): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
