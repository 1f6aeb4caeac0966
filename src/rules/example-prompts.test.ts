import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { examples } from "./example-prompts.ts";

test("every example of the studio has its picture", () => {
  expect(new Set(examples.map(({ words }) => words)).size).toBe(6);
  const missing = examples.filter(
    ({ picture }) => !existsSync(new URL(`../../public${picture}`, import.meta.url)),
  );
  expect(missing).toEqual([]);
});
