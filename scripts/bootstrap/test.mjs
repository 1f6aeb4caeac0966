import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { capture } from "./run.mjs";
import { say } from "./say.mjs";

const bin = (name) => path.join("node_modules", name);

/** Each check counts as one test. */
const checks = [
  { name: "format", steps: [[bin("oxfmt/bin/oxfmt"), "--check"]] },
  { name: "lint", steps: [[bin("oxlint/bin/oxlint"), "--type-aware"]] },
  {
    name: "types",
    steps: [
      [bin("@react-router/dev/bin.cjs"), "typegen"],
      [bin("typescript/bin/tsc"), "--noEmit"],
    ],
  },
  { name: "unused code and packages", steps: [[bin("knip/bin/knip.js")]] },
];

function seconds(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

async function runCheck(node, check) {
  const started = performance.now();
  for (const step of check.steps) {
    const { status, output } = await capture(node, step);
    if (status !== 0) {
      process.stdout.write(`${output.trimEnd()}\n`);
      say(`check ${check.name}: FAILED (${seconds(started)})`);
      return false;
    }
  }
  say(`check ${check.name}: passed (${seconds(started)})`);
  return true;
}

/** Counts tests, and each file that could not run at all as one failure. */
export function countReport(file, status) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const brokenFiles = report.testResults.filter(
    (result) =>
      result.status === "failed" &&
      !result.assertionResults.some((test) => test.status === "failed"),
  ).length;
  let failed = report.numFailedTests + brokenFiles;
  // Errors outside every test (unhandled rejections, a failing set-up) end with a status only.
  if (status !== 0 && failed === 0) failed = 1;
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

async function runVitest(node, args, env) {
  const folder = mkdtempSync(path.join(tmpdir(), "echoform-report-"));
  const file = path.join(folder, "report.json");
  try {
    const flags = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const tool = bin("vitest/vitest.mjs");
    const { status } = await capture(node, [tool, "run", ...flags, ...args], { env, tee: true });
    return countReport(file, status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Everything that must hold before a change goes in: checks, then the tests of slices, of failures, of the browser.
 * The last line says how many passed and failed; arguments that are no flags pick test files and leave the checks out.
 */
export async function runTests(root, node, args) {
  const started = performance.now();
  const withBrowser = !args.includes("--no-browser");
  const files = args.filter((arg) => arg !== "--no-browser");
  const env = { ...process.env, NODE_ENV: "test", FORCE_COLOR: process.stdout.isTTY ? "1" : "0" };
  if (withBrowser) env.CHROMIUM_PATH = await ensureBrowser();
  await ensureBuilt(root, node);
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const check of files.length > 0 ? [] : checks) {
    total[(await runCheck(node, check)) ? "passed" : "failed"] += 1;
  }
  const projects = withBrowser ? ["slice", "chaos", "e2e"] : ["slice", "chaos"];
  // One after the other: tests of failures and of the browser want the machine for themselves.
  for (const project of projects) {
    // Tests of failures wait for programs to end and to start for a third of their time.
    const workers = project === "chaos" ? ["--maxWorkers=3"] : [];
    // A pattern may fit files of one project alone; without one, each project must have tests.
    const chosen = files.length > 0 ? ["--passWithNoTests", ...files] : [];
    const counts = await runVitest(node, ["--project", project, ...workers, ...chosen], env);
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  if (total.passed + total.failed === 0) {
    say(`No test file fits ${files.join(" ")}.`);
    total.failed = 1;
  }
  if (!withBrowser) {
    say("The browser tests were left out (--no-browser): they count as one skipped test.");
    total.skipped += 1;
  }
  say(`All of it took ${seconds(started)}.`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
  return total.failed === 0 ? 0 : 1;
}
