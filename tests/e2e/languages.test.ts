import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const client = fileURLToPath(new URL("../../build/client", import.meta.url));

type Asked = { accept?: string; cookie?: string };

async function ask(address: string, { accept, cookie }: Asked = {}) {
  const headers = {
    ...(accept !== undefined && { "accept-language": accept }),
    ...(cookie !== undefined && { cookie }),
  };
  const answer = await browser.server.fetch(address, { headers });
  return { answer, html: await answer.text() };
}

/** The languages whose scripts a page names; "en" for those without a folder. */
function scriptLanguages(html: string): string[] {
  const found = [...html.matchAll(/\/assets\/(?:(\w+(?:-XA)?)-[\da-f]{8}\/)?[\w.-]+\.js/g)];
  return [...new Set(found.map(([, language]) => language ?? "en"))];
}

test("a page is in the language that the browser asks for, at the same address, with the scripts of this language alone", async () => {
  for (const [accept, language, direction, words] of [
    [undefined, "en", null, "Skip to content"],
    ["fr, en;q=0.5", "en", null, "Skip to content"],
    ["de-AT, en;q=0.5", "de", null, "Zum Inhalt springen"],
    ["fr, ar;q=0.9, de;q=0.8", "ar", "rtl", "الانتقال إلى المحتوى"],
  ] as const) {
    const { answer, html } = await ask("/", { accept });
    const [, root] = /<html([^>]*)>/.exec(html) ?? [];
    expect(root).toContain(`lang="${language}"`);
    expect(/dir="(\w+)"/.exec(root ?? "")?.[1] ?? null).toBe(direction);
    expect(html).toContain(words);
    expect(scriptLanguages(html)).toEqual([language]);
    expect(answer.headers.get("content-language")).toBe(language);
    expect(answer.headers.get("vary")?.toLowerCase()).toMatch(/cookie, accept-language/);
    expect(answer.headers.get("cache-control")).toMatch(/private|no-store/);
  }
});

test("pages that are asked for at the same time in several languages do not mix them", async () => {
  const accepts = ["de", "ar", "en"];
  const asked = Array.from({ length: 30 }, (_, i) => accepts[i % 3]);
  const pages = await Promise.all(asked.map((accept) => ask("/login", { accept })));
  const words = { de: "Zum Inhalt springen", ar: "الانتقال إلى المحتوى", en: "Skip to content" };
  for (const [i, { html }] of pages.entries()) {
    const own = asked[i] as keyof typeof words;
    const found = Object.entries(words).filter(([, text]) => html.includes(text));
    expect(found.map(([language]) => language)).toEqual([own]);
  }
});

test("texts that are written in English say so in a page of another language and direction", async () => {
  const { html } = await ask("/pages/about", { accept: "ar" });
  expect(html).toContain('<article class="prose" lang="en" dir="ltr">');
  const { html: blog } = await ask("/blog", { accept: "ar" });
  expect(blog).toMatch(/<h2 lang="en" dir="ltr"><a/);
});

test("feeds and files for programs stay in English, whoever asks first", async () => {
  const { answer, html: german } = await ask("/rss.xml", { accept: "de" });
  const { html: english } = await ask("/rss.xml", { accept: "en" });
  expect(answer.headers.get("content-language")).toBe("en");
  expect(german).toBe(english);
});

test("every language has all scripts of English, and no mark of a message is left in any", () => {
  const files = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const folders = Map.groupBy(
    files,
    (name) => /^assets\/(\w+(?:-XA)?)-\w{8}\//.exec(name)?.[1] ?? "en",
  );
  expect([...folders.keys()].toSorted()).toEqual(["ar", "de", "en", "en-XA"]);
  const english = folders.get("en")?.filter((name) => name.startsWith("assets/")).length;
  for (const language of ["ar", "de", "en-XA"]) expect(folders.get(language)?.length).toBe(english);
  const marked = files.filter((name) =>
    /__(?:text|nodes|fact)\(/.test(readFileSync(`${client}/${name}`, "utf8")),
  );
  expect(marked).toEqual([]);
});

test("a language chosen in the menu is kept, and the address stays", async () => {
  const page = await browser.open("/?feed=picks");
  await page.getByRole("button", { name: "Menu" }).click();
  await page
    .getByRole("group", { name: "Language" })
    .getByRole("button", { name: "Deutsch" })
    .click();
  await page.waitForFunction(() => document.documentElement.lang === "de");
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/?feed=picks");
  await browser.go(page, "/login");
  await page.getByRole("heading", { name: "Willkommen zurück" }).waitFor();
  await page.getByRole("button", { name: "Menü" }).click();
  await page.getByRole("button", { name: "العربية" }).click();
  await page.waitForFunction(() => document.documentElement.dir === "rtl");
  const logo = await page.getByRole("banner").getByRole("link").first().boundingBox();
  expect(logo?.x).toBeGreaterThan(1440 / 2);
});

test("a member's choice holds in their other browsers", async () => {
  const member = await browser.server.signUp();
  const answer = await member.fetch("/api/language", {
    method: "POST",
    body: new URLSearchParams({ language: "ar", next: "/login" }),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/login");
  expect(answer.headers.get("set-cookie")).toMatch(
    /^language=ar; Path=\/; Max-Age=\d+; SameSite=Lax/,
  );
  const page = await (await member.fetch("/")).text();
  expect(page).toContain('lang="ar"');
  const { cookie } = member;
  const refused = await browser.server.post("/api/billing/redeem", { code: 1 }, { cookie });
  const problem = await refused.json();
  expect(problem).toMatchObject({ status: 400, title: "الطلب غير صالح" });
  expect(problem).toMatchObject({
    errors: [{ message: expect.stringMatching(/^[^a-z]+ string/) }],
  });
});

test("a choice of an unknown language or of another site's page is refused", async () => {
  const { server } = browser;
  const choose = (body: Record<string, string>) =>
    server.fetch("/api/language", {
      method: "POST",
      body: new URLSearchParams(body),
      redirect: "manual",
    });
  expect((await choose({ language: "xx" })).status).toBe(400);
  const led = await choose({ language: "de", next: "https://evil.example/" });
  expect(led.headers.get("location")).toBe("/dashboard");
});

test("the menu in Arabic leads from page to page without another language's files", async () => {
  const page = await browser.open("/");
  await page.context().addCookies([{ name: "language", value: "ar", url: browser.server.url }]);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await browser.go(page, "/");
  await page.getByRole("link", { name: "تسجيل الدخول" }).click();
  await page.getByRole("dialog").waitFor();
  const scripts = asked.filter((path) => /^\/assets\/.*\.js$/.test(path));
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((path) => !path.startsWith("/assets/ar-"))).toEqual([]);
});
