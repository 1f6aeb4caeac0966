import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { appFiles } from "./app-files.ts";

const font = "/assets/schibsted-grotesk-latin-wght-normal-abc123.woff2";
const built = ["/favicon.svg", "/assets/home-1.js", font];

function fileAt(address: string, files = appFiles("Echoform", built)) {
  const file = files.find((one) => one.address === address);
  if (file === undefined) throw new Error(`no file at ${address}`);
  return file.make();
}

test("the manifest names icons that exist in the sizes it says; those to be cut are opaque to the edge", async () => {
  const manifest = JSON.parse(fileAt("/manifest.webmanifest").text) as {
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
  for (const { src, sizes, purpose } of manifest.icons) {
    const image = sharp(readFileSync(new URL(`../../public${src}`, import.meta.url)));
    const { width, height, format } = await image.metadata();
    expect([src, format, `${width}x${height}`]).toEqual([src, "png", sizes]);
    const { isOpaque } = await image.stats();
    expect([src, isOpaque]).toEqual([src, purpose === "maskable"]);
  }
});

test("the name of the site is text in the manifest and on the page for times without a connection", () => {
  const files = appFiles('Ada\'s <b>"studio"</b>', built);
  expect(JSON.parse(fileAt("/manifest.webmanifest", files).text)).toMatchObject({
    name: 'Ada\'s <b>"studio"</b>',
    short_name: 'Ada\'s <b>"studio"</b>',
  });
  const { text } = fileAt("/offline", files);
  expect(text).toContain("&lt;b&gt;");
  expect(text).not.toContain("<b>");
});

test("the page for times without a connection has the words of all languages, and shows the English ones first", () => {
  const { text } = fileAt("/offline");
  const parts = [
    ...text.matchAll(/<main lang="(\w+)" dir="(\w+)" data-title="([^"]+)"( hidden)?>/g),
  ];
  expect(parts.map(([, language, direction, , hidden]) => [language, direction, hidden])).toEqual([
    ["en", "ltr", undefined],
    ["de", "ltr", " hidden"],
    ["ar", "rtl", " hidden"],
  ]);
  expect(new Set(parts.map(([, , , title]) => title)).size).toBe(3);
});

test("the policy of that page allows its own style, scripts and font and nothing else", () => {
  const { text, policy } = fileAt("/offline");
  const hashesOf = (tag: string) =>
    [...text.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, "g"))].map(
      ([, content]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`,
    );
  expect(hashesOf("style")).toHaveLength(1);
  expect(hashesOf("script")).toHaveLength(4);
  expect(policy).toContain(`style-src ${hashesOf("style").join(" ")};`);
  expect(policy).toContain(`script-src ${hashesOf("script").join(" ")};`);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toContain("unsafe");
  expect(text).toContain(`url(${font})`);
});

test("the service worker is a new one for each release, and keeps the page and its font from the start", () => {
  const app = (files: readonly string[]) =>
    JSON.parse(
      /^self\.app = (.*);$/m.exec(fileAt("/sw.js", appFiles("Echoform", files)).text)?.[1] ?? "",
    ) as { release: string; kept: string[] };
  expect(app(built).kept).toEqual(["/offline", font]);
  expect(app(built)).toEqual(app(built.toReversed()));
  expect(app([...built, "/assets/home-2.js"]).release).not.toBe(app(built).release);
  expect(app([]).kept).toEqual(["/offline"]);
});
