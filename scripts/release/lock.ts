/** What package-lock.json says of the packages that the program is made of. */
import { readFileSync } from "node:fs";

type LockEntry = {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

export type Lock = {
  name?: string;
  version?: string;
  lockfileVersion?: number;
  /** By folder; "" is the program itself. */
  packages: Record<string, LockEntry>;
};

export type Package = {
  name: string;
  version: string;
  /** As the package says it (SPDX), or "none". */
  licence: string;
  /** Folder below the project. */
  folder: string;
  /** Installed on some systems only. */
  optional: boolean;
};

/** Reads package-lock.json. @param root the project's folder as a URL */
export function readLock(root: URL): Lock {
  return JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8")) as Lock;
}

const inFolder = "node_modules/";

/** Packages from elsewhere, those for development too: by folder. */
export function foreignEntries(lock: Lock): [folder: string, entry: LockEntry][] {
  return Object.entries(lock.packages).filter(
    ([folder, { link }]) => folder.includes(inFolder) && link !== true,
  );
}

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf(inFolder) + inFolder.length);

/** The packages that `npm ci --omit=dev` installs on any system, each version once, by name. */
export function productionPackages(lock: Lock): Package[] {
  const found = new Map<string, Package>();
  for (const [folder, entry] of foreignEntries(lock)) {
    if (entry.dev === true) continue;
    const name = nameOf(folder);
    const { version = "", license: licence = "none", optional = false } = entry;
    const key = `${name} ${version}`;
    const before = found.get(key);
    // One that is optional in one place and needed in another is needed.
    if (before === undefined || (before.optional && !optional)) {
      found.set(key, { name, version, licence, folder, optional });
    }
  }
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, onePackage]) => onePackage);
}

const registry = "https://registry.npmjs.org/";

/** What keeps the lock from saying exactly which bytes are installed. */
export function lockProblems(lock: Lock, manifest: Omit<LockEntry, "dev">): string[] {
  const problems: string[] = [];
  if (lock.lockfileVersion !== 3) problems.push("the lock is not of version 3");
  if (lock.version !== manifest.version) problems.push("the lock is of another version");
  const own = lock.packages[""] ?? {};
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies"] as const) {
    const wanted = manifest[kind] ?? {};
    if (JSON.stringify(sorted(own[kind] ?? {})) !== JSON.stringify(sorted(wanted))) {
      problems.push(`${kind} of the lock are not those of package.json`);
    }
    for (const [name, version] of Object.entries(wanted)) {
      if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
        problems.push(`${name} is not pinned: ${version}`);
      }
    }
  }
  for (const [folder, entry] of foreignEntries(lock)) {
    if (entry.version === undefined) problems.push(`${folder} has no version`);
    // A bundled package is inside another one, whose digest covers it.
    if (entry.inBundle !== true && !(entry.integrity ?? "").startsWith("sha512-")) {
      problems.push(`${folder} has no SHA-512 digest`);
    }
    if (entry.resolved !== undefined && !entry.resolved.startsWith(registry)) {
      problems.push(`${folder} does not come from ${registry}`);
    }
  }
  for (const [folder, entry] of Object.entries(lock.packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!isReachable(lock, folder, name)) {
        problems.push(`${name}, wanted by ${folder || "the program"}, has no entry`);
      }
    }
  }
  return problems;
}

const sorted = (record: Record<string, string>) =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Whether Node would find the package from that folder. */
function isReachable(lock: Lock, from: string, name: string): boolean {
  for (let base = from; ;) {
    if (lock.packages[`${base === "" ? "" : `${base}/`}${inFolder}${name}`]) return true;
    if (base === "") return false;
    const at = base.lastIndexOf(`/${inFolder}`);
    base = at === -1 ? "" : base.slice(0, at);
  }
}

/** Packages that would run code while they are installed and that package.json does not name. */
export function scriptProblems(lock: Lock, allowed: Record<string, boolean>): string[] {
  const names = new Set(
    foreignEntries(lock)
      .filter(([, entry]) => entry.hasInstallScript === true)
      .map(([folder]) => nameOf(folder)),
  );
  return [...names]
    .filter((name) => !Object.hasOwn(allowed, name))
    .map((name) => `${name} runs a script when it is installed; allowScripts does not name it`);
}
