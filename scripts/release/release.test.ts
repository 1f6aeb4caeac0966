import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { carried } from "./carried.ts";
import { changelogProblems } from "./changelog.ts";
import { isAllowed, licenceProblems, licencesPage } from "./licences.ts";
import { lockProblems, productionPackages, readLock, scriptProblems, type Lock } from "./lock.ts";
import { named, sbomProblems } from "./sbom.ts";

const root = new URL("../..", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, root), "utf8");
const manifest = JSON.parse(textOf("package.json")) as {
  name: string;
  version: string;
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
};
const lock = readLock(root);
const packages = productionPackages(lock);

test("docs/licences.md is what `npm run licences` writes of the present lock", () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(textOf("docs/licences.md")).toBe(licencesPage(packages));
});

test("every package of production has a licence that the AGPL allows, the same in the lock and the package", () => {
  expect(licenceProblems(packages)).toEqual([]);
  const others = packages.flatMap(({ folder, name, licence }) => {
    const file = new URL(`${folder}/package.json`, root);
    if (!existsSync(file)) return [];
    const { license } = JSON.parse(readFileSync(file, "utf8")) as { license?: unknown };
    return typeof license === "string" && license !== licence ? [`${name}: ${license}`] : [];
  });
  expect(others).toEqual([]);
});

test("a licence that nobody has read is refused, also as a part of several", () => {
  for (const expression of ["MIT", "(MIT OR GPL-2.0-only)", "Apache-2.0 AND LGPL-3.0-or-later"]) {
    expect([expression, isAllowed(expression)]).toEqual([expression, true]);
  }
  for (const expression of ["GPL-2.0-only", "MIT AND SSPL-1.0", "none", "SEE LICENSE IN x", ""]) {
    expect([expression, isAllowed(expression)]).toEqual([expression, false]);
  }
  const planted = { name: "a", version: "1.0.0", licence: "SSPL-1.0", folder: "", optional: false };
  expect(licenceProblems([planted])).toEqual(["a 1.0.0 has the licence SSPL-1.0"]);
});

/** Endings of files that are no source code. */
const carriedKinds =
  /\.(?:avif|bin|csv|gif|gz|ico|jpe?g|jsonl|md|onnx|otf|png|svg|tsv|ttf|txt|webp|woff2?)$/i;
/** Explanations beside the code. */
const isExplanation = (file: string) => /(?:README|LICENSES)\.md$/.test(file);

test("every picture, word list and text in the repository is on the page of licences, and what is on it exists", () => {
  const folders = ["content", "db/seed", "docs/screenshots", "packages", "public", "src"];
  const found = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name}`)
      .filter((name) => carriedKinds.test(name) && !name.includes("node_modules/")),
  );
  expect(found.length).toBeGreaterThan(50);
  const named = carried.flatMap(({ files }) => files);
  const missing = found.filter(
    (file) =>
      !isExplanation(file) &&
      !named.some((one) => one === file || (one.endsWith("/") && file.startsWith(one))),
  );
  expect(missing).toEqual([]);
  const texts = carried.flatMap(({ text }) => text ?? []);
  expect([...named, ...texts].filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

test("the lock is whole: every package pinned, with a digest, and of the version of package.json", () => {
  expect(lockProblems(lock, manifest)).toEqual([]);
  expect(scriptProblems(lock, manifest.allowScripts)).toEqual([]);
});

const aLock = (entry: object, own: object = {}): Lock => ({
  version: "1.0.0",
  lockfileVersion: 3,
  packages: { "": own, "node_modules/a": { version: "1.2.3", integrity: "sha512-x", ...entry } },
});
const program = { version: "1.0.0" };

test("a lock that does not say which bytes are installed is refused", () => {
  expect(lockProblems(aLock({}), program)).toEqual([]);
  const refused = [
    aLock({ integrity: undefined }),
    aLock({ integrity: "sha1-x" }),
    aLock({ version: undefined }),
    aLock({ resolved: "https://example.org/a.tgz" }),
    aLock({ resolved: "http://registry.npmjs.org/a.tgz" }),
    aLock({ optionalDependencies: { b: "1.0.0" } }),
    { ...aLock({}), version: "0.9.0" },
    { ...aLock({}), lockfileVersion: 2 },
  ].map((one) => lockProblems(one, program).length);
  expect(refused).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  expect(lockProblems(aLock({}), { ...program, dependencies: { a: "1.2.3" } })).toEqual([
    "dependencies of the lock are not those of package.json",
  ]);
  const loose = { a: "^1.2.3" };
  expect(
    lockProblems(aLock({}, { dependencies: loose }), { ...program, dependencies: loose }),
  ).toEqual(["a is not pinned: ^1.2.3"]);
});

test("a package that runs a script when it is installed must be named in package.json", () => {
  const planted = aLock({ hasInstallScript: true });
  expect(scriptProblems(planted, {})).toHaveLength(1);
  expect(scriptProblems(planted, { a: false })).toEqual([]);
});

test("the changelog has the version on top and nothing unreleased", () => {
  const ready = "# Changelog\n\n## 1.0.0 - 2026-12-01\n\n- A line\n\n## 0.9.0\n\n- Older\n";
  expect(changelogProblems(ready, "1.0.0")).toEqual([]);
  expect(changelogProblems(ready, "1.0.1")).toHaveLength(1);
  const waiting = ready.replace("## 1.0.0", "## Unreleased\n\n- New\n\n## 1.0.0");
  expect(changelogProblems(waiting, "1.0.0")).toHaveLength(1);
  expect(changelogProblems(waiting.replace("- New\n", ""), "1.0.0")).toEqual([]);
  expect(changelogProblems("# Changelog\n", "1.0.0")).toHaveLength(1);
});

const described = (name: string, version: string) => ({
  "bom-ref": `${name}@${version}`,
  type: "library",
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  licenses: [{ license: { id: "MIT" } }],
});
const bill = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: "urn:uuid:6f1fbc0f-5a4a-4f28-8a43-3c1ce2a5b7d5",
  metadata: { timestamp: "2026-11-23T12:00:00.000Z", component: described("echoform", "1.0.0") },
  components: [described("a", "1.2.3")],
  dependencies: [{ ref: "echoform@1.0.0", dependsOn: ["a@1.2.3"] }],
};

test("a bill of materials is refused when a package, its licence or a reference is missing", () => {
  const wanted = [{ name: "a", version: "1.2.3", licence: "MIT", folder: "", optional: false }];
  const problems = (given: object) =>
    sbomProblems(JSON.stringify(given), { name: "echoform", version: "1.0.0" }, wanted);
  expect(problems(bill)).toEqual([]);
  expect(problems({ ...bill, components: [] })).toEqual([
    "a 1.2.3 is missing",
    "a@1.2.3 is named and not described",
  ]);
  expect(problems({ ...bill, components: [{ ...described("a", "1.2.3"), licenses: [] }] })).toEqual(
    ["a has no licence"],
  );
  expect(problems({ ...bill, bomFormat: "SPDX" })).toHaveLength(1);
  const { metadata } = bill;
  const other = { ...metadata, component: described("other", "1.0.0") };
  expect(problems({ ...bill, metadata: other })[0]).toBe("it is of other, pkg:npm/other@1.0.0");
  const inFolder = {
    ...bill,
    metadata: { ...metadata, component: { ...metadata.component, name: "x" } },
  };
  expect(problems(inFolder)).toHaveLength(1);
  expect(problems(JSON.parse(named(JSON.stringify(inFolder), "echoform")) as object)).toEqual([]);
  expect(sbomProblems("no JSON", { name: "echoform", version: "1.0.0" }, wanted)).toHaveLength(1);
});
