import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#app/lib/log.ts";
import { createDiskCache } from "./disk-cache.ts";

const log = openLog("silent");
let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "echoform-cache-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const nameOf = (index: number) => `${String(index).padStart(2, "0")}-file.webp`;

test("a stored file is read back, also by another cache of the same folder", async () => {
  const folder = path.join(root, "plain");
  await createDiskCache(folder, 1000, log).write("ab-file.webp", Buffer.from("bytes"));
  const other = createDiskCache(folder, 1000, log);
  expect((await other.read("ab-file.webp"))?.bytes?.toString()).toBe("bytes");
  expect(await other.read("cd-file.webp")).toBeNull();
});

test("an empty file, left by a power cut, counts as none", async () => {
  const folder = path.join(root, "empty");
  const cache = createDiskCache(folder, 1000, log);
  await cache.write("ab-file.webp", Buffer.from("bytes"));
  await writeFile(path.join(folder, "ab", "ab-file.webp"), "");
  expect(await cache.read("ab-file.webp")).toBeNull();
});

test("over the quota the least recently read files are deleted until four fifths are used", async () => {
  const folder = path.join(root, "quota");
  const cache = createDiskCache(folder, 1000, log);
  for (let index = 0; index < 10; index += 1) {
    await cache.write(nameOf(index), Buffer.alloc(100));
    const age = new Date(Date.now() - (20 - index) * 86_400_000);
    await utimes(path.join(folder, nameOf(index).slice(0, 2), nameOf(index)), age, age);
  }
  // The oldest was read a moment ago.
  expect(await cache.read(nameOf(0))).not.toBeNull();
  await cache.write(nameOf(10), Buffer.alloc(100));
  const left: number[] = [];
  for (let index = 0; index <= 10; index += 1) {
    if ((await cache.read(nameOf(index))) !== null) left.push(index);
  }
  expect(left).toEqual([0, 4, 5, 6, 7, 8, 9, 10]);
});

test("an unwritable folder disables the cache, not the response", async () => {
  const file = path.join(root, "not-a-folder");
  await writeFile(file, "x");
  const cache = createDiskCache(file, 1000, log);
  await expect(cache.write("ab-file.webp", Buffer.from("x"))).resolves.toBe(false);
  expect(await cache.read("ab-file.webp")).toBeNull();
});

test("what is being written is there after a flush", async () => {
  const folder = path.join(root, "flush");
  const cache = createDiskCache(folder, 1000, log);
  const written = Array.from({ length: 20 }, (_, index) =>
    cache.write(nameOf(index), Buffer.alloc(10)),
  );
  await cache.flush();
  expect((await cache.names()).length).toBe(20);
  await Promise.all(written);
});

test("drafts do not stay", async () => {
  const folder = path.join(root, "drafts");
  const cache = createDiskCache(folder, 1000, log);
  await Promise.all(Array.from({ length: 8 }, () => cache.write("ab-file.webp", Buffer.from("x"))));
  expect(await readdir(folder)).toEqual(["ab"]);
});
