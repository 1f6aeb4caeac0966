import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test.each([
  ["/contact", "Contact", "Send message"],
  ["/contact/idea", "Idea vault", "Send idea"],
  ["/contact/bug", "Report a bug", "Send report"],
  ["/contact/feature", "Request a feature", "Send request"],
  ["/contact/commission", "Commission a picture", "Send commission"],
])("MM-03 %s takes a guest's message", async (address, heading, act) => {
  const page = await browser.open(address);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  const send = page.getByRole("button", { name: act });
  await send.click();
  await page.getByText("Name is required").waitFor();
  await page.getByLabel("Name").fill("Grace");
  await page.getByLabel("Email").fill("grace@example.org");
  const body = page.locator("textarea");
  await body.fill(`About ${heading}`);
  await send.click();
  await page.getByRole("heading", { name: "Sent. Thank you." }).waitFor();
  expect(await page.getByText("An answer goes to grace@example.org.").isVisible()).toBe(true);
  const kept = await browser.services.db
    .selectFrom("messages")
    .select(["name", "email"])
    .where("body", "=", `About ${heading}`)
    .execute();
  expect(kept).toEqual([{ name: "Grace", email: "grace@example.org" }]);
});

test("MM-03 what was typed stays when the server refuses or cannot be reached", async () => {
  const page = await browser.open("/contact/bug", { expect: [400, 503] });
  await page.getByLabel("Name").fill("Grace");
  await page.getByLabel("Email").fill("no address");
  await page.locator("textarea").fill("The wall is upside down");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("This is not an e-mail address").waitFor();
  expect(await page.locator("textarea").inputValue()).toBe("The wall is upside down");
  await page.getByLabel("Email").fill("grace@example.org");
  await page.route("**/api/contact", (route) =>
    route.fulfill({ status: 503, json: { title: "Not available right now" } }),
  );
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("alert").getByText("Not available right now").waitFor();
  expect(await page.locator("textarea").inputValue()).toBe("The wall is upside down");
  await page.unroute("**/api/contact");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("heading", { name: "Sent. Thank you." }).waitFor();
});

test("MM-03 a member writes without name or address, and the operator deals with it", async () => {
  const member = await browser.server.signUp("Ida Rhodes");
  // From the plan page the message begins with what it is about (B43).
  const page = await browser.open("/contact?about=credits", { member });
  expect(await page.getByLabel("Message").inputValue()).toContain("I would like more credits");
  await browser.go(page, "/contact/idea");
  expect(await page.getByLabel("Email").count()).toBe(0);
  await page.getByLabel("Your idea").fill("A map of the wall");
  await page.getByRole("button", { name: "Send idea" }).click();
  await page.getByRole("heading", { name: "Sent. Thank you." }).waitFor();

  const admin = await browser.server.signUp("Ada Admin");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
  const desk = await browser.open("/dashboard/admin/messages", { member: admin });
  const entry = desk.getByRole("listitem").filter({ hasText: "A map of the wall" });
  await entry.getByRole("button", { name: "Close the message of Ida Rhodes" }).click();
  await expect.poll(() => entry.count()).toBe(0);
  await desk.getByRole("link", { name: "All", exact: true }).click();
  await entry.getByText("Closed").waitFor();
});

test("MM-03 System Pulse shows the state of every component", async () => {
  const page = await browser.open("/status", { javaScript: false });
  for (const part of ["Web", "Database", "Storage", "Worker", "Sketch"]) {
    const line = page.getByRole("listitem").filter({ hasText: part });
    expect(await line.getByText("Up", { exact: true }).count()).toBe(1);
  }
  expect(await page.getByText("Everything is working").isVisible()).toBe(true);
  expect(await page.getByText("None has been recorded.").isVisible()).toBe(true);
});

const widths = [1440, 390] as const;

test.each(widths)(
  "TH-04 axe finds nothing in forms and pulse in both themes at %i",
  async (width) => {
    const page = await browser.open("/pages/about", { width });
    for (const address of ["/contact", "/contact/bug", "/status"]) {
      await browser.go(page, address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const findings = await axeFindingsInBothThemes(page);
      expect({ address, wide, findings }).toEqual({ address, wide: 0, findings: [] });
    }
  },
);
