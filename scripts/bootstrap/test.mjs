import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowsers } from "./browser.mjs";
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

/** The failed tests of a file's report, one line each; the file itself if it could not run at all. */
function failuresOf({ name, status, message, assertionResults }) {
  if (status !== "failed") return [];
  const file = path.relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`,
  );
}

const firstLine = (text = "") => text.split("\n")[0];

/**
 * Runs of tests with their workers, for two cores: the runs of one row beside each other, row after row. Tests of failures
 * wait for programs to end and to start for half of their time, which slices use; what is shown in the browser keeps
 * both cores at work by itself.
 */
const rows = [{ slice: 2, chaos: 3 }, { e2e: 2 }];

/** What Vitest prints of the first error outside every test, which is in no report; empty when it prints none. */
function outsideError(output) {
  const plain = stripVTControlCharacters(output);
  const [, error = ""] = /Unhandled (?:Error|Rejection)[^\n]*\n+([^\n]+)/.exec(plain) ?? [];
  return error.trim();
}

/**
 * Counts tests, and each file that could not run at all as one failure; names what failed.
 * @param output what the run printed
 */
export function readReport(file, status, output = "") {
  let report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ["a run of tests wrote no report"] };
  }
  const failures = report.testResults.flatMap(failuresOf);
  // Errors outside every test (unhandled rejections, a failing set-up) end with a status only.
  if (status !== 0 && failures.length === 0) {
    const error = outsideError(output);
    failures.push(`an error outside every test${error === "" ? "" : `: ${error}`}`);
  }
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

async function runVitest(node, args, env) {
  const folder = mkdtempSync(path.join(tmpdir(), "echoform-report-"));
  const file = path.join(folder, "report.json");
  try {
    const flags = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const tool = bin("vitest/vitest.mjs");
    const run = [tool, "run", ...flags, ...args];
    const { status, output } = await capture(node, run, { env, tee: true });
    return readReport(file, status, output);
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
  if (withBrowser) {
    const { chromium, headlessShell } = await ensureBrowsers();
    env.CHROMIUM_PATH = chromium;
    if (headlessShell) env.HEADLESS_SHELL_PATH = headlessShell;
  }
  await ensureBuilt(root, node);
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  for (const check of files.length > 0 ? [] : checks) {
    const isPassed = await runCheck(node, check);
    total[isPassed ? "passed" : "failed"] += 1;
    if (!isPassed) failures.push(`check ${check.name}`);
  }
  // A pattern may fit files of one project alone; without one, each project must have tests.
  const chosen = files.length > 0 ? ["--passWithNoTests", ...files] : [];
  for (const row of rows) {
    const wanted = Object.entries(row).filter(([project]) => withBrowser || project !== "e2e");
    const runs = wanted.map(async ([project, workers]) => {
      const flags = ["--project", project, `--maxWorkers=${workers}`, ...chosen];
      const counts = await runVitest(node, flags, env);
      for (const key of Object.keys(total)) total[key] += counts[key];
      failures.push(...counts.failures.map((failure) => `${project}: ${failure}`));
    });
    await Promise.all(runs);
  }
  if (total.passed + total.failed === 0) {
    say(`No test file fits ${files.join(" ")}.`);
    total.failed = 1;
  }
  if (!withBrowser) {
    say("The browser tests were left out (--no-browser): they count as one skipped test.");
    total.skipped += 1;
  }
  // Again at the end: what failed early is far up in the output.
  for (const failure of failures) say(`Failed: ${failure}`);
  say(`All of it took ${seconds(started)}.`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
  return total.failed === 0 ? 0 : 1;
}
