import type { Page } from "playwright-core";

/**
 * Scrolls one wheel step down, as a visitor does: the footer stays below the window, because a
 * wall does not load more while the footer is in view.
 */
export async function scrollAlongWall(page: Page): Promise<void> {
  const below = await page
    .getByRole("contentinfo")
    .evaluate((footer) => footer.getBoundingClientRect().top - innerHeight);
  await page.mouse.wheel(0, Math.max(0, Math.min(600, below - 1)));
}
