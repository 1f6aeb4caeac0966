import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  axeFindingsInBothThemes,
  testBrowser,
  type PageOptions,
  type TestBrowser,
} from "../harness/browser.ts";
import { turnOnFactor } from "../harness/second-factor.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
  // Browsers have no passkeys at an IP address.
  browser.server.services.env.SERVER_URL = `http://localhost:${browser.server.port}`;
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const at = (address: string) => `http://localhost:${browser.server.port}${address}`;
const looks = [{ width: 1440 }, { width: 390 }] as const;
const dialogOf = (page: Page, name?: string) => page.getByRole("dialog", { name });

/** Gives the page an authenticator that verifies its user, as a laptop with a fingerprint reader has. */
async function withAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (isUserVerified: boolean) =>
    client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { verify };
}

/** A member's page at the address that passkeys work with. */
async function opened(member: SignedUp, options: PageOptions) {
  const page = await browser.open(at("/pages/about"), options);
  const [name = "", value = ""] = member.cookie.split("; ")[0].split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: at("/") }]);
  await browser.go(page, at("/dashboard/profile"));
  return page;
}

async function addPasskey(page: Page, member: SignedUp, name: string) {
  const panel = page.getByRole("region", { name: "Passkeys" });
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = dialogOf(page, "Add a passkey");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Password", { exact: true }).fill(member.password);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  // The dialog names an example too, so the row is found by its button.
  await panel.getByRole("button", { name: `Rename ${name}` }).waitFor();
  return panel;
}

test.each(looks)(
  "a passkey is added, signs in without a password, and is removed at $width",
  async (look) => {
    const member = await browser.server.signUp("Kenji Abe");
    const page = await opened(member, { ...look, expect: [403] });
    const { verify } = await withAuthenticator(page);
    const panel = await addPasskey(page, member, "Work laptop");
    await panel.getByRole("button", { name: "Rename Work laptop" }).click();
    const renaming = dialogOf(page, "Rename the passkey");
    await renaming.getByLabel("Name", { exact: true }).fill("Desk laptop");
    await renaming.getByRole("button", { name: "Rename" }).click();
    await panel.getByText("Desk laptop").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    await page.context().clearCookies();
    await browser.go(page, at("/pages/about"));
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    const dialog = dialogOf(page);
    await verify(false);
    await dialog.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("No passkey was used").waitFor();
    await verify(true);
    await dialog.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("Logged in").waitFor();
    await browser.go(page, at("/dashboard/profile"));
    await panel.getByText("Last used").waitFor();
    // The sign-in has proved the second factor; make that old.
    await browser.services.db
      .updateTable("sessions")
      .set({ factor_at: new Date(Date.now() - 3600_000) })
      .where("user_id", "=", member.userId)
      .execute();
    await panel.getByRole("button", { name: "Remove Desk laptop" }).click();
    const asked = dialogOf(page, "Confirm that it is you");
    await asked.getByRole("button", { name: "Use a passkey" }).waitFor();
    expect(await asked.getByLabel("Code").count()).toBe(0);
    await asked.getByRole("button", { name: "Use a passkey" }).click();
    await panel.getByText("You have none yet.").waitFor();
  },
);

test("a passkey makes the second step on the sign-in page", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await opened(member, {});
  await withAuthenticator(page);
  await addPasskey(page, member, "Work laptop");
  await browser.services.db
    .updateTable("sessions")
    .set({ factor_at: new Date() })
    .where("user_id", "=", member.userId)
    .execute();
  const strong = await turnOnFactor(browser.server, member);
  await page.context().clearCookies();
  await browser.go(page, at("/login?next=/dashboard/likes"));
  const main = page.getByRole("main");
  await main.getByLabel("Email", { exact: true }).fill(strong.email);
  await main.getByLabel("Password", { exact: true }).fill(strong.password);
  await main.getByRole("button", { name: "Sign in", exact: true }).click();
  await main.getByRole("heading", { name: "Second step" }).waitFor();
  await main.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/dashboard/likes");
  const waiting = await browser.services.db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", member.userId)
    .where("factor_at", "is", null)
    .execute();
  expect(waiting).toEqual([]);
});
