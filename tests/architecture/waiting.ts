import type { SourceFile, Violation } from "./source.ts";

/** What makes the result of a test depend on chance, the machine's speed or a mistake. */
const refused: { pattern: RegExp; message: string }[] = [
  {
    pattern: /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:only|skip|todo|fails)\b/,
    message: "no test is singled out, left out or expected to fail (skipIf names a reason)",
  },
  { pattern: /(?<=[{,]\s*)retry\s*:\s*[\d{]|--retry\b/, message: "no test is tried again" },
  {
    pattern: /\bvi\.wait(?:For|Until)\(/,
    message: "write expect.poll, which has the patience of vitest.config.ts",
  },
  {
    pattern: /(?<=[{,]\s*)timeout: ?\d|^\}, [\d_]+\);$/m,
    message: "how long a fact is waited for stands in tests/harness/patience.ts",
  },
  {
    pattern: /\bDate\.now\(\) [<>]/,
    message: "write until of tests/harness/patience.ts instead of a deadline",
  },
];

/** The test settings must not mention it at all. */
const refusedInSettings = { pattern: /\bretry\b/, message: "no test is tried again" };

const isChecked = (file: string) =>
  /\.test\.(?:tsx?|mjs)$/.test(file) ||
  file.startsWith("tests/harness/") ||
  file.startsWith("tests/chaos/") ||
  file === "vitest.config.ts" ||
  file === "scripts/bootstrap/test.mjs";

/** Tests run once, all of them, and wait for facts. */
export function checkWaiting(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isChecked(path) && path !== "tests/architecture.test.ts")
    .flatMap(({ path, text }) =>
      [...refused, ...(path === "vitest.config.ts" ? [refusedInSettings] : [])].flatMap(
        ({ pattern, message }) => (pattern.test(text) ? [{ rule: "waiting", path, message }] : []),
      ),
    );
}
