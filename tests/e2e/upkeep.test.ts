import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  const users = browser.services.db.updateTable("users").set({ role: "admin" });
  await users.where("id", "=", admin.userId).execute();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test("admins see the last run, the next run and the last error of each maintenance job", async () => {
  const failed = { failed_at: new Date("2026-11-20T10:00:00Z"), error: "Error: the disk is gone" };
  await browser.services.db
    .insertInto("upkeep_runs")
    .values({
      name: "purge-collections",
      started_at: new Date("2026-11-20T10:00:00Z"),
      duration_ms: 1500,
      next_at: new Date("2026-11-20T10:10:00Z"),
      ...failed,
    })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(failed))
    .execute();
  const page = await browser.open("/dashboard/admin/operations", { member: admin });
  const table = page.getByRole("region", { name: "Upkeep" }).getByRole("table");
  expect(await table.getByRole("columnheader").allTextContents()).toEqual([
    "Job",
    "Last run",
    "Took",
    "Next run",
    "Last error",
  ]);
  const row = table.getByRole("row", { name: "Purge deleted collections" });
  await row.getByRole("cell", { name: "the disk is gone" }).waitFor();
  const views = table.getByRole("row", { name: "Gather views" });
  // The worker of this program runs it every few seconds.
  await expect
    .poll(async () => {
      await page.reload();
      return views.getByRole("cell").first().textContent();
    })
    .toMatch(/UTC$/);
});
