import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { authSecret } from "./secret.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("the secret of the settings is used as it is and nothing is written", async () => {
  expect(await authSecret("x".repeat(32), folder)).toBe("x".repeat(32));
  expect(await readdir(folder)).toEqual([]);
});

test("a secret is created once, readable by the owner only", async () => {
  const first = await authSecret(undefined, folder);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(await authSecret(undefined, folder)).toBe(first);
  expect((await stat(path.join(folder, "auth-secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["auth-secret"]);
});

test("processes that start together agree on one secret", async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => authSecret(undefined, folder)));
  expect(new Set(secrets).size).toBe(1);
});

test("a file without a usable secret is reported, not overwritten", async () => {
  await writeFile(path.join(folder, "auth-secret"), "short");
  await expect(authSecret(undefined, folder)).rejects.toThrow(/contains no valid secret/);
});
