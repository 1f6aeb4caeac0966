import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBuild } from "#app/roles/pages.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";

const root = new URL("../../", import.meta.url);
let services: OpenServices;
let server: TestServer;
beforeAll(async () => {
  services = await testServices();
  server = await testServer(services, { pages: await loadBuild(root.pathname) });
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const built = (address: string) => readFileSync(new URL(`build/client${address}`, root));

/** Loaded by a page by itself right after hydration. */
const ownAccord = /\bimport\(`\.\/(auth-sync-[\w.-]+\.js)`\)/g;

/** The scripts named by a page and all that these import by themselves, without what a press loads. */
function scriptsOf(html: string): Set<string> {
  const found = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
  for (const address of found) {
    const code = built(address).toString();
    for (const [, name] of code.matchAll(ownAccord)) found.add(`/assets/${name}`);
    for (const [, name] of code.matchAll(
      /\bfrom"\.\/([\w.-]+\.js)"|\bimport"\.\/([\w.-]+\.js)"/g,
    )) {
      if (name !== undefined) found.add(`/assets/${name}`);
    }
  }
  return found;
}

test("a guest's first load of home has at most 136 kB of compressed script, including what it prefetches", async () => {
  const page = await server.fetch("/");
  const scripts = scriptsOf(
    (await page.text()).replaceAll(
      /<script[^>]*>window\.__reactRouterManifest[\s\S]*?<\/script>/g,
      "",
    ),
  );
  const sizes = [...scripts].map((address) => ({
    address,
    bytes: gzipSync(built(address), { level: 9 }).length,
  }));
  const sum = sizes.reduce((all, { bytes }) => all + bytes, 0);
  expect(sizes.length).toBeGreaterThan(5);
  expect(sum).toBeLessThan(136_000);
  expect([...scripts].join(" ")).toMatch("/auth-sync-");
  expect([...scripts].join(" ")).not.toMatch(
    /studio|member-tools|mega-menu|search-overlay|keyboard-dialog|tooltip-layer|toaster|event-stream|picture-/,
  );
});

test("a guest's first load of home has at most 14 kB of compressed style", async () => {
  const html = await (await server.fetch("/")).text();
  const sheets = new Set(
    [...html.matchAll(/<link [^>]*rel="stylesheet" href="([^"#]+)/g)].map(([, href]) => href),
  );
  expect(sheets.size).toBeGreaterThan(0);
  const sizes = [...sheets].map((address) => gzipSync(built(address), { level: 9 }).length);
  expect(sizes.reduce((all, bytes) => all + bytes, 0)).toBeLessThan(14_000);
});
