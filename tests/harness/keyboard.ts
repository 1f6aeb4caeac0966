import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";

/** What has the focus, and whether it shows: its name, and how it is marked. */
type Focused = { name: string; isMarked: boolean };

/** The element with the focus, by what it is called. */
export const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { name: "nothing", isMarked: false };
    const labels = (element as HTMLInputElement).labels ?? [];
    const name =
      element.getAttribute("aria-label") ??
      (element.textContent.trim() ||
        [...labels]
          .map((label) => label.textContent.trim() || (label.querySelector("img")?.alt ?? ""))
          .join(" "));
    // An invisible box is marked on its label.
    const shown = [element, ...labels, element.parentElement].filter((one) => one !== null);
    const isMarked =
      element.matches(":focus-visible") &&
      shown.some((one) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
      });
    return { name: name.slice(0, 60), isMarked };
  });

/** Presses Tab, or another key, until an element has the focus. Fails when it cannot be reached by at most `most` presses. */
export async function reach(page: Page, target: Locator, key = "Tab", most = 60): Promise<void> {
  const passed: string[] = [];
  for (let pressed = 0; pressed <= most; pressed += 1) {
    if (
      (await target.count()) > 0 &&
      (await target.evaluate((one) => one === document.activeElement))
    ) {
      const { name, isMarked } = await focused(page);
      expect([name, isMarked]).toEqual([name, true]);
      return;
    }
    await page.keyboard.press(key);
    passed.push((await focused(page)).name);
  }
  throw new Error(`${key} does not lead to ${String(target)}; it passes ${passed.join(", ")}`);
}
