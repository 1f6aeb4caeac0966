import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { pagePolicy, toastStyleHash } from "./security-headers.ts";

test("the policy names the style sheet that the installed Sonner writes into the page", () => {
  const entry = createRequire(import.meta.url)
    .resolve("sonner")
    .replace(/\.js$/, ".mjs");
  const call = /^__insertCSS\((".*")\);$/m.exec(readFileSync(entry, "utf8"));
  const sheet = JSON.parse(call?.[1] ?? "null") as string;
  const digest = createHash("sha256").update(sheet).digest("base64");
  expect(toastStyleHash).toBe(`'sha256-${digest}'`);
});

test("only development lets scripts write any style and open a socket", () => {
  const facts = { nonce: "n", pictures: undefined };
  expect(pagePolicy(facts)).not.toMatch(/style-src [^;]*'unsafe-inline'|ws:/);
  expect(pagePolicy({ ...facts, development: true })).toMatch(/connect-src 'self' ws:/);
});
