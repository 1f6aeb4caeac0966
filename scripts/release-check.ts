/**
 * `npm run release-check`: what must hold before a release besides `npm test`. It writes the bill of materials to
 * build/sbom.cdx.json and exits 1 when a check fails. `--offline` leaves out the one check that asks the registry.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { changelogProblems } from "./release/changelog.ts";
import { licenceProblems, licencesPage } from "./release/licences.ts";
import { lockProblems, productionPackages, readLock, scriptProblems } from "./release/lock.ts";
import { named, sbomProblems } from "./release/sbom.ts";

type Manifest = {
  name: string;
  version: string;
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

const root = new URL("..", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, root), "utf8");
const manifest = JSON.parse(textOf("package.json")) as Manifest;
const lock = readLock(root);
const packages = productionPackages(lock);

/** What npm prints. It is the npm that started this script, else the one on the path. */
function npm(args: readonly string[]): { status: number; text: string } {
  const { npm_execpath: script } = process.env;
  const [command, before] = script === undefined ? ["npm", []] : [process.execPath, [script]];
  const { status, stdout, error } = spawnSync(command, [...before, ...args], {
    cwd: fileURLToPath(root),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  return { status: status ?? 1, text: stdout };
}

/** Of all packages, those for development marked: with --omit=dev npm leaves out what both kinds need. */
function billOfMaterials(): string[] {
  const { status, text } = npm([
    "sbom",
    "--sbom-format=cyclonedx",
    "--sbom-type=application",
    "--package-lock-only",
  ]);
  if (status !== 0) return ["npm sbom failed"];
  const bill = named(text, manifest.name);
  const problems = sbomProblems(bill, manifest, packages);
  if (problems.length === 0) {
    mkdirSync(new URL("build/", root), { recursive: true });
    writeFileSync(new URL("build/sbom.cdx.json", root), bill);
  }
  return problems;
}

type Audit = {
  error?: unknown;
  vulnerabilities?: Record<string, { severity: string; isDirect: boolean }>;
};

/** Weaknesses that the registry knows of, of the severities that SECURITY.md gives a time. */
function knownWeaknesses(): string[] {
  const { text } = npm(["audit", "--json", "--omit=dev"]);
  let report: Audit;
  try {
    report = JSON.parse(text) as Audit;
  } catch {
    return ["npm audit gave no report"];
  }
  if (report.vulnerabilities === undefined) return ["the registry did not answer npm audit"];
  return Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => severity === "critical" || severity === "high")
    .map(([name, { severity }]) => `${name} has a weakness of severity ${severity}`);
}

const isOffline = process.argv.includes("--offline");
const checks: [name: string, run: () => string[]][] = [
  ["the lock is whole and pinned", () => lockProblems(lock, manifest)],
  ["only named packages run install scripts", () => scriptProblems(lock, manifest.allowScripts)],
  ["every licence is allowed", () => licenceProblems(packages)],
  [
    "docs/licences.md is up to date",
    () => (textOf("docs/licences.md") === licencesPage(packages) ? [] : ["run `npm run licences`"]),
  ],
  ["the bill of materials is whole", billOfMaterials],
  [
    "changelog and version agree",
    () => changelogProblems(textOf("CHANGELOG.md"), manifest.version),
  ],
];
if (!isOffline) checks.push(["no known weakness of high severity", knownWeaknesses]);

let failed = 0;
for (const [name, run] of checks) {
  const problems = run();
  if (problems.length > 0) failed += 1;
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const problem of problems.slice(0, 20)) console.log(`         ${problem}`);
  if (problems.length > 20) console.log(`         and ${problems.length - 20} more`);
}
if (isOffline) console.log("not asked (--offline): known weaknesses of packages");
process.exitCode = failed === 0 ? 0 : 1;
