import { mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

const root = await mkdtemp(path.join(os.tmpdir(), "echoform-folders-"));
afterAll(() => rm(root, { recursive: true, force: true }));

test("folders are made one below the other, closed to other users, by any number at once", async () => {
  const deep = path.join(root, "a", "b", "c");
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(deep)));
  for (const folder of [deep, path.dirname(deep)]) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  }
});

test("what cannot be made is refused by the system's code", async () => {
  const file = path.join(root, "file");
  await writeFile(file, "");
  await symlink(path.join(root, "nowhere"), path.join(root, "dangling"));
  await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(path.join(file, "data"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(makeFolder(path.join(root, "dangling", "data"))).rejects.toMatchObject({
    code: "ENOENT",
  });
});

test.skipIf(process.platform !== "linux")("a folder below /proc is refused at once", async () => {
  await expect(makeFolder("/proc/nothing/data")).rejects.toMatchObject({ code: "ENOENT" });
});
