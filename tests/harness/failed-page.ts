import type { Page } from "playwright-core";
import { TestRunner } from "vitest";

const limit = { ms: 5000, letters: 4000 };

async function shown(page: Page): Promise<string> {
  try {
    const tree = await page.locator("body").ariaSnapshot({ timeout: limit.ms });
    return tree.slice(0, limit.letters);
  } catch (error) {
    return `does not answer within ${limit.ms} ms: ${String(error).split("\n")[0]}`;
  }
}

/** After a test that failed: writes out what its open pages show, for whoever looks for the cause. */
export async function tellFailedPages(pages: readonly Page[]): Promise<void> {
  if (TestRunner.getCurrentTest()?.result?.state !== "fail") return;
  for (const page of pages) {
    process.stderr.write(`At the failure ${page.url()} shows:\n${await shown(page)}\n`);
  }
}
