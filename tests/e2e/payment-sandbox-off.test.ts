import { expect, test } from "vitest";
import { testBrowser } from "../harness/browser.ts";

test("with a key of Stripe the pages of the sandbox are not found, for admins neither", async () => {
  const browser = await testBrowser({
    env: {
      STRIPE_SECRET_KEY: `sk_test_${"a".repeat(24)}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${"b".repeat(24)}`,
    },
  });
  try {
    const admin = await browser.server.signUp();
    await browser.services.db
      .updateTable("users")
      .set({ role: "admin" })
      .where("id", "=", admin.userId)
      .execute();
    for (const path of [
      "/sandbox/checkout/cs_test_1",
      "/sandbox/portal/bps_1",
      "/dashboard/admin/payment-sandbox",
    ]) {
      expect([path, (await admin.fetch(path)).status]).toEqual([path, 404]);
      const body = new URLSearchParams({ act: "pay", do: "lose-next" });
      expect([path, (await admin.fetch(path, { method: "POST", body })).status]).toEqual([
        path,
        404,
      ]);
    }
  } finally {
    await browser.close();
  }
});
