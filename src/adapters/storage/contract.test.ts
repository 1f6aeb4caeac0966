import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openDisk } from "./disk.ts";
import type { Storage } from "./port.ts";

const root = await mkdtemp(path.join(os.tmpdir(), "echoform-storage-"));
afterAll(() => rm(root, { recursive: true, force: true }));

const kinds: { kind: string; open: () => Promise<Storage> }[] = [
  { kind: "disk", open: () => openDisk(path.join(root, `disk-${Math.random()}`)) },
];

async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys;
}

test.each(kinds)("$kind: a stored file is read back byte for byte", async ({ open }) => {
  const storage = await open();
  const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 251);
  await storage.put("pictures/ab/abcd.jpg", bytes);
  const file = await storage.get("pictures/ab/abcd.jpg");
  expect(file?.bytes.equals(bytes)).toBe(true);
  expect(file?.size).toBe(70_000);
  expect(await storage.head("pictures/ab/abcd.jpg")).toEqual({
    size: 70_000,
    modified: file?.modified,
  });
});

test.each(kinds)(
  "$kind: a file is read into the room that is given where it fits, else into memory of its own",
  async ({ open }) => {
    const storage = await open();
    const bytes = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, i) => i % 251));
    await storage.put("pictures/ab/abcd.jpg", bytes);
    const wide = Buffer.alloc(80_000, 7);
    const inside = await storage.get("pictures/ab/abcd.jpg", wide.subarray(10));
    expect(inside?.bytes.equals(bytes)).toBe(true);
    expect(inside?.bytes.buffer).toBe(wide.buffer);
    expect(wide.subarray(10, 70_010).equals(bytes)).toBe(true);
    expect(wide.subarray(0, 10).every((value) => value === 7)).toBe(true);
    const narrow = Buffer.alloc(69_999, 7);
    const outside = await storage.get("pictures/ab/abcd.jpg", narrow);
    expect(outside?.bytes.equals(bytes)).toBe(true);
    expect(narrow.every((value) => value === 7)).toBe(true);
    expect(await storage.get("nothing.jpg", wide)).toBeNull();
    expect(await storage.get("pictures", wide)).toBeNull();
  },
);

test.each(kinds)(
  "$kind: a file is streamed whole or in part, with its whole size",
  async ({ open }) => {
    const storage = await open();
    const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, i) => i % 251));
    await storage.put("pictures/ab/abcd.jpg", bytes);
    for (const part of [undefined, { start: 0, end: 0 }, { start: 70_000, end: 200_001 }]) {
      const file = await storage.stream("pictures/ab/abcd.jpg", part);
      expect(file?.size).toBe(300_000);
      const read = Buffer.concat(file ? await file.body.toArray() : []);
      expect(read.equals(part ? bytes.subarray(part.start, part.end + 1) : bytes)).toBe(true);
    }
    for (const key of ["nothing.jpg", "pictures"]) expect(await storage.stream(key)).toBeNull();
  },
);

test.each(kinds)(
  "$kind: what is not there is null, and deleting it is no error",
  async ({ open }) => {
    const storage = await open();
    await storage.put("a/b.jpg", Buffer.from("x"));
    for (const key of ["nothing.jpg", "a", "a/b.jpg/c"]) {
      expect(await storage.get(key)).toBeNull();
      expect(await storage.head(key)).toBeNull();
    }
    await storage.delete("nothing.jpg");
    await storage.delete("a/b.jpg");
    expect(await storage.get("a/b.jpg")).toBeNull();
  },
);

test.each(kinds)(
  "$kind: readers of a file that is being replaced see the old or the new",
  async ({ open }) => {
    const storage = await open();
    const versions = [1, 2, 3, 4].map((n) => Buffer.alloc(300_000, n));
    await storage.put("k", versions[0]);
    const seen: Buffer[] = [];
    async function read(): Promise<void> {
      for (let n = 0; n < 40; n += 1) seen.push((await storage.get("k"))?.bytes ?? Buffer.alloc(0));
    }
    async function write(): Promise<void> {
      for (let n = 0; n < 20; n += 1) await storage.put("k", versions[n % 4]);
    }
    await Promise.all([read(), write(), write()]);
    expect(seen).toHaveLength(40);
    for (const bytes of seen) expect(versions.some((version) => version.equals(bytes))).toBe(true);
  },
);

test.each(kinds)("$kind: keys come in order under their prefix", async ({ open }) => {
  const storage = await open();
  const keys = ["a-b.jpg", "a/1.jpg", "a/10.jpg", "a/2/x.webp", "a0", "b/a/c.jpg"];
  for (const key of keys) await storage.put(key, Buffer.from(key));
  expect(await keysOf(storage, "")).toEqual(keys.toSorted());
  expect(await keysOf(storage, "a/")).toEqual(["a/1.jpg", "a/10.jpg", "a/2/x.webp"]);
  expect(await keysOf(storage, "a/1")).toEqual(["a/1.jpg", "a/10.jpg"]);
  expect(await keysOf(storage, "b/a")).toEqual(["b/a/c.jpg"]);
  expect(await keysOf(storage, "none/")).toEqual([]);
});

test.each(kinds)(
  "$kind: a listing has exactly the keys with the prefix, sorted",
  async ({ open }) => {
    const segment = fc.stringMatching(/^[a-c][a-c.-]{0,2}$/);
    const key = fc
      .tuple(fc.constantFrom("d", "e"), segment, segment)
      .map((parts) => `${parts.join("/")}.x`);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(key, { maxLength: 8 }),
        fc.constantFrom("", "d/", "d/a", "e/b/"),
        async (keys, prefix) => {
          const storage = await open();
          for (const each of keys) await storage.put(each, Buffer.from("x"));
          expect(await keysOf(storage, prefix)).toEqual(
            keys.filter((each) => each.startsWith(prefix)).toSorted(),
          );
        },
      ),
      { numRuns: 25 },
    );
  },
);

test.each(kinds)("$kind: a key that leaves the store is refused", async ({ open }) => {
  const storage = await open();
  for (const key of [
    "../x",
    "a/../../x",
    "/etc/passwd",
    "a//b",
    "",
    "a/",
    ".drafts/x",
    "a\0b",
    "A.jpg",
    "a/.x",
    "a\\b",
  ]) {
    await expect(storage.put(key, Buffer.from("x"))).rejects.toThrow(TypeError);
    await expect(storage.get(key)).rejects.toThrow(TypeError);
  }
});

test.each(kinds)("$kind: a working store passes its check", async ({ open }) => {
  const storage = await open();
  await expect(storage.check()).resolves.toBeUndefined();
});

test("disk: drafts left by a crash are deleted after an hour, younger ones stay", async () => {
  const folder = path.join(root, "crashed");
  await openDisk(folder);
  const drafts = path.join(folder, ".drafts");
  await writeFile(path.join(drafts, "old"), "x");
  await writeFile(path.join(drafts, "young"), "x");
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(path.join(drafts, "old"), longAgo, longAgo);
  const storage = await openDisk(folder);
  expect(await readdir(drafts)).toEqual(["young"]);
  expect(await keysOf(storage, "")).toEqual([]);
});

test("disk: what somebody else put there is not listed", async () => {
  const folder = path.join(root, "foreign");
  const storage = await openDisk(folder);
  await storage.put("pictures/ab/abcd.jpg", new Uint8Array([1]));
  await mkdir(path.join(folder, "Lost+Found"));
  await writeFile(path.join(folder, "Lost+Found", "a.jpg"), "x");
  await writeFile(path.join(folder, "pictures", "Thumbs.DB"), "x");
  expect(await keysOf(storage, "")).toEqual(["pictures/ab/abcd.jpg"]);
});
