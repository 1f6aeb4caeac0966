import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { prepareDataDir } from "./data-dir.ts";
import { openLog } from "./log.ts";

const root = await mkdtemp(path.join(os.tmpdir(), "echoform-data-dir-"));
afterAll(() => rm(root, { recursive: true, force: true }));
const log = openLog("silent");
const rightsOf = async (folder: string) => ((await stat(folder)).mode & 0o7777).toString(8);
/** Root keeps the one bit by which the database's account comes through. */
const closed = process.getuid?.() === 0 ? "710" : "700";

test("a new data folder is closed to other users", async () => {
  const folder = path.join(root, "new", "data");
  await prepareDataDir(folder, log);
  expect(await rightsOf(folder)).toBe("700");
});

test("a data folder of an earlier release is closed, with the folders in it", async () => {
  const folder = path.join(root, "old");
  for (const name of ["files", "cache", "mail", "backups"]) {
    await mkdir(path.join(folder, name), { recursive: true });
    await chmod(path.join(folder, name), 0o755);
  }
  await writeFile(path.join(folder, "auth-secret"), "x");
  await writeFile(path.join(folder, "postgres.log.1"), "x");
  await chmod(folder, 0o777);
  await prepareDataDir(folder, log);
  expect(await rightsOf(folder)).toBe(closed);
  expect(await rightsOf(path.join(folder, "files"))).toBe(closed);
  expect(await rightsOf(path.join(folder, "mail"))).toBe(closed);
});

test("a folder with other things in it stays open to its users, and ours in it are closed", async () => {
  const folder = path.join(root, "shared");
  await mkdir(path.join(folder, "files"), { recursive: true });
  await mkdir(path.join(folder, "photos"));
  for (const name of ["", "files", "photos"]) await chmod(path.join(folder, name), 0o755);
  await prepareDataDir(folder, log);
  expect(await rightsOf(folder)).toBe("755");
  expect(await rightsOf(path.join(folder, "photos"))).toBe("755");
  expect(await rightsOf(path.join(folder, "files"))).toBe(closed);
});

test.each([
  ["/proc/nothing", "ENOENT", "no folder can be there"],
  ["/proc/nothing/data", "ENOENT", "no folder can be there"],
  ["/sys/echoform", "EPERM|EACCES|EROFS", "set DATA_DIR to"],
])("%s is refused in a sentence with its name", async (folder, code, reason) => {
  await expect(prepareDataDir(folder, log)).rejects.toThrow(
    new RegExp(`^The data folder ${folder} cannot be used \\((?:${code})\\): .*${reason}.*\\.$`),
  );
});

test("a file in the way is named", async () => {
  const file = path.join(root, "file");
  await writeFile(file, "");
  await expect(prepareDataDir(path.join(file, "data"), log)).rejects.toThrow(
    `The data folder ${path.join(file, "data")} cannot be used (ENOTDIR): a file is in the way`,
  );
});
