/**
 * A model from the first-run card to the first picture, in the browser. The hub is a double over real sockets; what draws is
 * the real runtime with random weights where it is installed, and its strict double elsewhere.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createFirstAdminLink } from "#app/features/identity/commands/first-admin.ts";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import {
  doubleProgram,
  openRandomModel,
  randomCatalogueModel,
  runtimeDir,
} from "../harness/local-models.ts";
import { anAdmin } from "../harness/own-engines.ts";
import { goodPassword } from "../harness/server.ts";
import { bodyOf, madeBody } from "../providers/hub-files.ts";
import { runHub, type HubDouble } from "../providers/hub.ts";

let hub: HubDouble;
let browser: TestBrowser;
let folder: string;

/** Random weights where they are drawn with; else a sound file that nobody reads. */
async function weights() {
  if (runtimeDir === undefined) return madeBody(3_000_000);
  const { installed, close } = await openRandomModel();
  const body = bodyOf(await readFile(installed.files[0].path));
  await close();
  return body;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-catalogue-"));
  hub = await runHub();
  const body = await weights();
  const { role, repo, revision, path: file, bytes, sha256 } = hub.offer(body);
  const model = {
    ...randomCatalogueModel,
    // In the place of ours, so that the card for any machine offers it.
    id: "sdxs-512",
    label: "SDXS 512",
    // What it declares is enough for the small pictures of its own tests.
    memory: { ram: 3_000_000_000, vram: null },
    files: [{ role, repo, revision, path: file, bytes, sha256 }],
  };
  const catalogue = path.join(folder, "models.json");
  await writeFile(catalogue, JSON.stringify({ models: [model] }));
  browser = await testBrowser({
    env: {
      MODELS_CATALOGUE: catalogue,
      HF_ENDPOINT: hub.url,
      // A third of the file a second, so that there is time to look at it and to pause it.
      MODELS_MAX_RATE: String(bytes / 3_000_000),
    },
    local: runtimeDir === undefined ? { program: () => doubleProgram() } : { runtimeDir },
  });
});
afterEach(() => browser.finish());
afterAll(async () => {
  await browser.close();
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

const address = "/dashboard/admin/models";
/** What was measured is still in memory. */
const isReady = /^(?:Ready|Loaded)$/;

test("a first admin goes from the card to a picture of the model with one press beside the licence", async () => {
  const setup = (await createFirstAdminLink(browser.services)) ?? "";
  const page = await browser.open(`/login?setup=${setup}`);
  await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill(goodPassword);
  await page.getByRole("button", { name: "Make the admin" }).click();
  const cards = page.getByRole("region", { name: "What draws here?" });
  await cards.getByRole("heading", { name: /^Small \(.+, any machine\)$/ }).waitFor();
  await cards.getByRole("heading", { name: /^Good \(.+, graphics card\)$/ }).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);

  await cards.getByRole("link", { name: "Get SDXS 512" }).click();
  const dialog = page.getByRole("dialog", { name: "Get SDXS 512" });
  await dialog.getByText("Made by the tests.").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Accept the licence and get it" }).click();
  await dialog.waitFor({ state: "hidden" });
  const row = page.getByRole("listitem").filter({ hasText: "Draws noise." });
  await row.getByRole("progressbar", { name: "SDXS 512" }).waitFor();
  // Nothing is pressed from here to the picture but what casts it.
  await row.getByText(isReady).waitFor();
  await row.getByText(/a picture here/).waitFor();
  expect(hub.leaked).toBe(0);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);

  await row.getByRole("link", { name: "Cast SDXS 512" }).click();
  await page.getByRole("heading", { name: "Create/Remix" }).waitFor();
  await page.getByText("This machine").first().waitFor();
  await page.getByRole("textbox", { name: "Prompt" }).fill("A lighthouse at sunset");
  await page.getByRole("button", { name: /^Cast 1 for/ }).click();
  const cast = page.getByRole("article", { name: "Cast: A lighthouse at sunset" });
  await cast.getByRole("link", { name: "A lighthouse at sunset" }).waitFor();
  await browser.services.db.deleteFrom("models").execute();
  await browser.services.modelFiles.sweep(new Set());
});

test("on a phone a download is paused, goes on, and is cancelled and brought back", async () => {
  const admin = await anAdmin(browser.server);
  const usualSpeed = hub.bytesPerSecond;
  // So slow that it is not over before it is paused.
  hub.bytesPerSecond = 20_000;
  const page = await browser.open(`${address}?want=sdxs-512`, { width: 390, member: admin });
  await page.getByRole("button", { name: "Accept the licence and get it" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Draws noise." });
  await row.getByText(/ of .+ MB/).waitFor();
  await row.getByRole("button", { name: "Pause SDXS 512" }).click();
  await row.getByText("Paused", { exact: true }).waitFor();
  hub.bytesPerSecond = usualSpeed;
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await row.getByRole("button", { name: "Cancel SDXS 512" }).click();
  await page.getByText("SDXS 512 is cancelled").waitFor();
  await row.getByRole("button", { name: "Undo SDXS 512" }).click();
  await row.getByRole("button", { name: "Go on SDXS 512" }).click();
  await row.getByText(isReady).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBe(0);
  // The address of a model that is here opens no dialog.
  await browser.go(page, `${address}?want=sdxs-512`);
  await row.getByText(isReady).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});
