import { defineConfig } from "vitest/config";

/** Whole programs and browsers on a machine that others use too: a test may be asked twice more, and the report says which was. */
const furtherTries = 2;

/** Two workers for the two cores the suite is made for; a worker is used again for file after file. */
export default defineConfig({
  test: {
    globalSetup: ["tests/harness/global-setup.ts"],
    maxWorkers: 2,
    reporters: ["default"],
    projects: [
      {
        test: {
          name: "slice",
          include: [
            "src/**/*.test.ts",
            "scripts/**/*.test.{ts,mjs}",
            "tests/*.test.ts",
            "tests/{http,providers}/**/*.test.ts",
          ],
          setupFiles: ["tests/harness/setup.ts"],
          pool: "forks",
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "chaos",
          include: ["tests/chaos/**/*.test.ts"],
          setupFiles: ["tests/harness/setup.ts"],
          pool: "forks",
          retry: furtherTries,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          setupFiles: ["tests/harness/setup.ts"],
          pool: "forks",
          isolate: false,
          // What a page shows may take its time on a busy machine; a second, as is usual, is none of its promises.
          expect: { poll: { timeout: 10_000 } },
          retry: furtherTries,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
