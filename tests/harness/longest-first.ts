import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take a minute or more, the longest first. Without this Vitest takes the largest files first, and in a
 * fresh clone ends with one worker in a small file that waits long.
 */
const longest = [
  "chaos/restarts",
  "chaos/generation-failpoints",
  "chaos/ledger",
  "chaos/two-of-each",
  "chaos/generation",
  "chaos/engine-workers",
  "chaos/queue",
  "chaos/database-restart",
  "chaos/embedded",
  "chaos/shutdown",
  "chaos/sign-ups",
  "chaos/local-models",
  "e2e/worst-texts",
  "e2e/languages-pages",
  "e2e/accessibility",
  "e2e/development",
].map((name) => `${name}.test.ts`);

function rank({ moduleId }: TestSpecification): number {
  const at = longest.findIndex((name) => moduleId.endsWith(name));
  return at === -1 ? longest.length : at;
}

/** Vitest's order, but with the longest files first. A class because Vitest makes it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest's own method, not that of an array.
    // eslint-disable-next-line unicorn/no-array-sort
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rank(a) - rank(b));
  }
}
