import type { Page } from "playwright-core";

/**
 * Turns the wheel one step down, as somebody does who looks at the pictures: the footer stays below the window, for a
 * wall does not go on by itself while the footer is in sight.
 */
export async function scrollAlongWall(page: Page): Promise<void> {
  const below = await page
    .getByRole("contentinfo")
    .evaluate((footer) => footer.getBoundingClientRect().top - innerHeight);
  await page.mouse.wheel(0, Math.max(0, Math.min(600, below - 1)));
}
