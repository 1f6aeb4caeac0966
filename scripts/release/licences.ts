/** Which licences the AGPL allows beside it, and the page docs/licences.md. */
import { carried, insidePackages, type Carried } from "./carried.ts";
import type { Package } from "./lock.ts";

/** Licences of packages that may be part of a program under the AGPL-3.0-or-later, each with the reason. */
export const allowedLicences: Readonly<Record<string, string>> = {
  "0BSD": "asks nothing",
  "Apache-2.0":
    "may be combined with works under version 3 of the GPL and AGPL, which keep its notices",
  "BSD-2-Clause": "asks only that the notice is kept",
  "BSD-3-Clause":
    "asks only that the notice is kept and the authors' names are not used to advertise",
  "BlueOak-1.0.0": "asks only that the licence is passed on",
  "CC-BY-4.0":
    "data that the build reads; its notice is in the package, and none of it is in what is built",
  "CC0-1.0": "gives up all rights",
  ISC: "asks only that the notice is kept",
  "LGPL-3.0-or-later":
    "libraries that are loaded at run time and can be replaced; its own terms lead to the GPL 3, which the AGPL 3 names",
  MIT: "asks only that the notice is kept",
  "MIT-0": "asks nothing",
  "MPL-2.0":
    "names the AGPL as a secondary licence (1.12, 3.3); the files themselves stay under the MPL",
  "OFL-1.1": "fonts that are sent beside the program and stay under their own licence",
  Unlicense: "gives up all rights",
};

/** Whether an SPDX expression leaves a choice in which every part is allowed. Brackets inside are refused. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, "$1");
  return bare
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => Object.hasOwn(allowedLicences, one)));
}

/** Packages whose licence nobody has allowed. */
export function licenceProblems(packages: readonly Package[]): string[] {
  return packages
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name} ${version} has the licence ${licence}`);
}

function carriedLine({ files, what, source, licence, text }: Carried): string {
  const named = files.map((file) => `\`${file}\``).join(", ");
  return `- ${named}: ${what}. Source: ${source}. Licence: ${licence}${text ? `; its text is in \`${text}\`` : ""}.`;
}

function byLicence(packages: readonly Package[]): Map<string, Package[]> {
  const groups = new Map<string, Package[]>();
  for (const one of packages) groups.set(one.licence, [...(groups.get(one.licence) ?? []), one]);
  return new Map(
    [...groups].toSorted(
      ([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1),
    ),
  );
}

/** docs/licences.md. */
export function licencesPage(packages: readonly Package[]): string {
  const groups = [...byLicence(packages)].flatMap(([licence, members]) => [
    `### ${licence}`,
    "",
    ...members.map(
      ({ name, version, optional }) => `- \`${name}\` ${version}${optional ? " (optional)" : ""}`,
    ),
    "",
  ]);
  const reasons = Object.entries(allowedLicences).map(([id, reason]) => `- ${id}: ${reason}.`);
  return [
    "# Licences of what Echoform is made of",
    "",
    "Echoform itself is under the [AGPL-3.0-or-later](../LICENSE). This page lists everything by others that is in the repository or is",
    "installed with it. It is written by `npm run licences` from `package-lock.json` and `scripts/release/carried.ts`; a test says when it",
    "is out of date. The packages' own texts are in their folders below `node_modules`.",
    "",
    "The built scripts and styles that browsers load contain code of some of these packages, and not their notices: those are in the",
    "packages, which whoever runs a site has installed.",
    "",
    "## In the repository",
    "",
    ...carried.map(carriedLine),
    "",
    "## Inside packages, under other terms than the package",
    "",
    ...insidePackages.map(carriedLine),
    "",
    "## Which licences are allowed, and why",
    "",
    ...reasons,
    "",
    "A package with another licence fails the tests until somebody has read the licence and added it to `scripts/release/licences.ts`.",
    "",
    `## Packages (${packages.length})`,
    "",
    "What `npm start` may install (`npm ci --omit=dev`): what the program runs with and is built with. Optional ones are installed on some systems, or where another package wants them.",
    "",
    ...groups,
  ].join("\n");
}
