import { hashPassword, verifyPassword } from "better-auth/crypto";
import { afterAll, expect, test } from "vitest";
import { createHashing } from "./hashing.ts";

const hashing = createHashing();
afterAll(() => hashing.close());

test("a hash matches only its own password and differs each time", async () => {
  const [one, two] = await Promise.all([
    hashing.hash("violet-river"),
    hashing.hash("violet-river"),
  ]);
  expect(one).not.toBe(two);
  expect(await hashing.verify({ hash: one, password: "violet-river" })).toBe(true);
  expect(await hashing.verify({ hash: one, password: "violet-rivers" })).toBe(false);
});

test("hashes of Better Auth stay good, and it reads those made here", async () => {
  const password = "\u{fb01}ne-h\u{e4}rbour";
  const theirs = await hashPassword(password);
  expect(await hashing.verify({ hash: theirs, password })).toBe(true);
  expect(await verifyPassword({ hash: await hashing.hash(password), password })).toBe(true);
});

test("an invalid stored hash fails only its own check", async () => {
  await expect(hashing.verify({ hash: "none", password: "violet-river" })).rejects.toMatchObject({
    kind: "failed",
    cause: { message: expect.stringContaining("unknown format") as string },
  });
  expect(await hashing.hash("violet-river")).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
});

test("many concurrent hashes are all made; a closed pool refuses more", async () => {
  const own = createHashing();
  const made = await Promise.all(Array.from({ length: 6 }, () => own.hash("violet-river")));
  expect(new Set(made).size).toBe(6);
  await own.close();
  await expect(own.hash("violet-river")).rejects.toMatchObject({ code: "unavailable" });
});

test("a password that was hashed ahead is not hashed again, and another one is", async () => {
  const made = await hashing.ahead("violet-river", () =>
    Promise.all(["violet-river", "violet-river", "green-river"].map((one) => hashing.hash(one))),
  );
  expect(made[0]).toBe(made[1]);
  expect(await hashing.verify({ hash: made[0], password: "violet-river" })).toBe(true);
  expect(await hashing.verify({ hash: made[2], password: "green-river" })).toBe(true);
  expect(await hashing.hash("violet-river")).not.toBe(made[0]);
});
