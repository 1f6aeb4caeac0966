import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aPicture } from "../harness/factories.ts";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  await aPicture(browser.services, { id: admin.userId });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test.each([1440, 390] as const)(
  "an admin sees the release, the engines, the queues and the storage at %i",
  async (width) => {
    const page = await browser.open("/dashboard/admin/operations", { member: admin, width });
    await page.getByText(/Release \d+\.\d+\.\d+, Node\.js [\d.]+, PostgreSQL [\d.]+/).waitFor();
    const engines = page.getByRole("region", { name: "Engines", exact: true });
    // A worker reports its engines with its first heartbeat; the page asks again by itself.
    await engines
      .getByRole("row", { name: /Sketch/ })
      .getByText("Up")
      .waitFor();
    const processes = page.getByRole("region", { name: "Processes", exact: true });
    await processes.getByRole("row", { name: /worker/ }).waitFor();
    const jobs = page.getByRole("region", { name: "Jobs", exact: true });
    await expect
      .poll(() => jobs.getByRole("rowheader").allTextContents())
      .toEqual([
        "Mails",
        "Notifications to browsers",
        "Exports of members",
        "Imports of members",
        "Backups",
        "Models of this machine",
      ]);
    await page.getByText("1 image").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  },
);

test("an admin starts a backup, sees that it is made, and finds it listed with size and age", async () => {
  const page = await browser.open("/dashboard/admin/operations", { member: admin });
  const backups = page.getByRole("region", { name: "Backups", exact: true });
  await backups.getByText("There is no backup in this folder yet.").waitFor();
  await backups.getByRole("button", { name: "Back up now" }).click();
  await page.getByText("A worker makes the backup").waitFor();
  const row = backups.getByRole("table").getByRole("row").nth(1);
  await row.waitFor();
  const name = await row.getByRole("rowheader").innerText();
  const manifest = path.join(browser.services.env.BACKUP_DIR, name, "backup.json");
  const { files } = JSON.parse(await readFile(manifest, "utf8")) as { files: { count: number } };
  expect(files.count).toBeGreaterThan(0);
  const cells = await row.getByRole("cell").allTextContents();
  expect(cells).toEqual([
    expect.stringMatching(/^\d+ s$/) as string,
    expect.stringMatching(/^[\d.]+ [kM]B$/) as string,
    files.count.toLocaleString("en"),
    expect.stringMatching(/^[\d,]+$/) as string,
  ]);
  await expect
    .poll(() => backups.getByRole("button", { name: "Back up now" }).isEnabled())
    .toBe(true);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await browser.go(page, "/dashboard/admin/audit?kind=backup");
  await page.getByRole("cell", { name: /Started a backup/ }).waitFor();
});

test("a backup that is being made shows how far it is, and no second one can be started", async () => {
  const { db } = browser.services;
  const id = crypto.randomUUID();
  await db
    .insertInto("backups")
    .values({
      id,
      name: "9999-running",
      state: "running",
      phase: "files",
      done: 1_234,
      total: 4_936,
      started_at: new Date(),
      seen_at: new Date(),
    })
    .execute();
  const page = await browser.open("/dashboard/admin/operations", { member: admin });
  const backups = page.getByRole("region", { name: "Backups", exact: true });
  const bar = backups.getByRole("progressbar", { name: "Copying files: 1,234 of 4,936" });
  expect(Number(await bar.getAttribute("value"))).toBeCloseTo(0.225);
  expect(await backups.getByRole("button", { name: "Back up now" }).isDisabled()).toBe(true);
  await db
    .updateTable("backups")
    .set({ state: "failed", finished_at: new Date(), error: "The disk is full (ENOSPC)." })
    .where("id", "=", id)
    .execute();
  await backups.getByText("The disk is full (ENOSPC).").waitFor();
  await expect
    .poll(() => backups.getByRole("button", { name: "Back up now" }).isEnabled())
    .toBe(true);
});
