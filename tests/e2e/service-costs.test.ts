import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";
import { runRunware } from "../providers/runware.ts";
import type { Provider } from "../providers/service.ts";

let service: Provider;
let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  service = await runRunware();
  const env = {
    ENGINE_RUN_KIND: "runware",
    ENGINE_RUN_URL: service.url,
    ENGINE_RUN_KEY: "test-key",
  };
  browser = await testBrowser({ env });
  admin = await browser.server.signUp("Ada Admin");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
});
afterEach(() => browser.finish());
afterAll(async () => {
  await browser.close();
  await service.close();
});

test("AD-09 admins see the reported cost of casts, and which casts had no report", async () => {
  const page = await browser.open("/dashboard/admin/insights", { member: admin });
  const costs = page.getByRole("region", { name: "Service costs" });
  await costs.getByText("No service has reported a cost yet.").waitFor();
  const asked = await admin.fetch("/api/generate", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({ prompt: "a lake", engine: "runware:run", count: 2 }),
  });
  expect(asked.status).toBe(202);
  const { id } = (await asked.json()) as { id: string };
  const state = async () => {
    const cast = await admin.fetch(`/api/generations/${id}`);
    return ((await cast.json()) as { state: string }).state;
  };
  await expect.poll(state).toBe("done");
  await browser.go(page, "/dashboard/admin/insights");
  const row = costs.getByRole("row").nth(1);
  await row.getByText("2 of 2").waitFor();
  expect(await row.getByRole("cell").nth(2).innerText()).toBe("0.0026");
  expect(await row.innerText()).not.toContain("a lake");
  await row.getByRole("link", { name: /^@ada/ }).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});
