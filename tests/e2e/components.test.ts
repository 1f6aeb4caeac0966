import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";

const build = fileURLToPath(new URL("../../build", import.meta.url));

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test("no production build contains the page of components, neither its route nor its code", async () => {
  const page = await browser.open("/development/components", { expect: [404] });
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  const files = (await readdir(build, { recursive: true })).filter((name) => name.endsWith(".js"));
  expect(files.length).toBeGreaterThan(20);
  const texts = await Promise.all(files.map((name) => readFile(path.join(build, name), "utf8")));
  // Text that every build contains is found, so the page's own text would be found too.
  expect(texts.some((text) => text.includes("dashboard/upload"))).toBe(true);
  const source = await readFile(
    path.join(build, "../src/pages/development/components.tsx"),
    "utf8",
  );
  for (const words of ["development/components", "Something is wrong with the whole form"]) {
    expect(source).toContain(words);
    expect(texts.filter((text) => text.includes(words))).toEqual([]);
  }
});
