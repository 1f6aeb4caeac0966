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
 * What runs beside what, for two cores: the steps of one lane one after the other, the lanes beside each other, so that no
 * more than four workers run at a time. Tests of failures wait for programs to end and to start for half of their time, and
 * those of slices for the database: whatever runs beside them uses that. The browser's tests keep the cores busy alone.
 */
const lanes = [
  [{ checks }, { project: "slice", workers: 2 }],
  [
    { project: "chaos", workers: 2 },
    { project: "e2e", workers: 2 },
  ],
];

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

/** The tests that need the real runtime of models, 646 MB, and where it is kept for them. */
const runtimeTests = "src/adapters/engines/local-runtime.test.ts";
const runtimeFolder = "node_modules/.cache/local-runtime";

/** Fetches the runtime where it is not there. @returns why it cannot be had; null where it is there */
async function fetchRuntime(node) {
  say("Fetching what draws with models, once (646 MB).");
  const { status, output } = await capture(node, ["scripts/fetch-local-runtime.ts", runtimeFolder]);
  return status === 0 ? null : (output.trim().split("\n").at(-1) ?? `it ended with ${status}`);
}

/** Tests of drawing with a model over the real runtime. Without the runtime they are one skipped test. */
async function runRuntimeTests(root, node, env) {
  const reason = await fetchRuntime(node);
  if (reason !== null) {
    say(`The real runtime could not be fetched (${reason}): its tests count as one skipped test.`);
    return { passed: 0, failed: 0, skipped: 1, failures: [] };
  }
  const withRuntime = { ...env, LOCAL_RUNTIME_DIR: path.join(root, runtimeFolder) };
  return runVitest(node, ["--project", "slice", runtimeTests], withRuntime);
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

/** Tests over the real runtime alone. */
export async function runLocalRuntime(root, node) {
  const env = { ...process.env, NODE_ENV: "test" };
  const { passed, failed, skipped, failures } = await runRuntimeTests(root, node, env);
  for (const failure of failures) say(`Failed: ${failure}`);
  process.stdout.write(
    `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}\n`,
  );
  return failed === 0 ? 0 : 1;
}

/**
 * Everything that must hold before a change goes in: checks, the tests of slices, of the browser and, beside them, of failures.
 * The last line says how many passed and failed; arguments that are no flags pick test files and leave the checks out.
 * `--local-runtime` adds the tests over the real runtime of models, which is fetched for them.
 */
export async function runTests(root, node, args) {
  const started = performance.now();
  const withBrowser = !args.includes("--no-browser");
  const withRuntime = args.includes("--local-runtime");
  const files = args.filter((arg) => arg !== "--no-browser" && arg !== "--local-runtime");
  const env = { ...process.env, NODE_ENV: "test", FORCE_COLOR: process.stdout.isTTY ? "1" : "0" };
  if (withBrowser) {
    const { chromium, headlessShell } = await ensureBrowsers();
    env.CHROMIUM_PATH = chromium;
    if (headlessShell) env.HEADLESS_SHELL_PATH = headlessShell;
  }
  await ensureBuilt(root, node);
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  // A pattern may fit files of one project alone; without one, each project must have tests.
  const chosen = files.length > 0 ? ["--passWithNoTests", ...files] : [];
  // Those over the real runtime have their own run, after the others.
  if (withRuntime) chosen.push("--exclude", runtimeTests);
  const add = (project, counts) => {
    for (const key of Object.keys(total)) total[key] += counts[key];
    failures.push(...counts.failures.map((failure) => `${project}: ${failure}`));
  };
  const runStep = async (step) => {
    // A failed check is counted, and the tests go on.
    for (const check of files.length > 0 ? [] : (step.checks ?? [])) {
      const isPassed = await runCheck(node, check);
      total[isPassed ? "passed" : "failed"] += 1;
      if (!isPassed) failures.push(`check ${check.name}`);
    }
    if (step.project === undefined || (step.project === "e2e" && !withBrowser)) return;
    const flags = ["--project", step.project, `--maxWorkers=${step.workers}`, ...chosen];
    add(step.project, await runVitest(node, flags, env));
  };
  const runLane = async (lane) => {
    for (const step of lane) await runStep(step);
  };
  await Promise.all(lanes.map(runLane));
  if (withRuntime) add("local-runtime", await runRuntimeTests(root, node, env));
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
