import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "#tests/harness/longest-first.ts";
import { patienceMs } from "#tests/harness/patience.ts";

/** How fast the machine is proves nothing: a fact that is waited for may come late. */
const expect = { poll: { timeout: patienceMs } };

/** For a whole test: longer than one wait, so that a fact that does not come is named before the test ends. */
const testTimeout = 3 * patienceMs;
const hookTimeout = testTimeout;

/** Two workers for the two cores the suite is made for; a worker is used again for file after file. */
export default defineConfig({
  test: {
    globalSetup: ["tests/harness/global-setup.ts"],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ["default"],
    // As `npm start` has it: the programs that tests start, and the packages that workers load, are compiled once.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/compiled") },
    projects: [
      {
        test: {
          name: "slice",
          include: [
            "src/**/*.test.ts",
            "packages/**/*.test.ts",
            "scripts/**/*.test.{ts,mjs}",
            "tests/*.test.ts",
            "tests/{http,providers}/**/*.test.ts",
          ],
          setupFiles: ["tests/harness/setup.ts"],
          expect,
          pool: "forks",
          isolate: false,
          testTimeout,
          hookTimeout,
        },
      },
      {
        test: {
          name: "chaos",
          include: ["tests/chaos/**/*.test.ts"],
          setupFiles: ["tests/harness/setup.ts"],
          expect,
          pool: "forks",
          testTimeout: 10 * patienceMs,
          hookTimeout,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          // The pages are rendered as members get them: React for development takes several times as long.
          env: { NODE_ENV: "production" },
          setupFiles: ["tests/harness/setup.ts"],
          expect,
          pool: "forks",
          isolate: false,
          testTimeout,
          hookTimeout,
        },
      },
    ],
  },
});
