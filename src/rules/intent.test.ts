import * as fc from "fast-check";
import { expect, test } from "vitest";
import { intentPurpose, splitIntent, withIntent } from "./intent.ts";
import { safeNext } from "./safe-next.ts";

const like = { kind: "like", target: "3f0c2b1e-6f0e-4a63-8d5b-1f6f3a5c9d10" } as const;

test("B22 an intent travels in the address to go to and is taken out of it", () => {
  for (const next of [
    "/",
    "/i/misty-lake",
    "/s/misty-lake?color=0f766e",
    "/@ada?tab=collections#top",
  ]) {
    const carried = safeNext(withIntent(next, like));
    expect(splitIntent(carried)).toEqual({ next, intent: like });
  }
  const follow = { kind: "follow", target: "ada_lovelace-1" } as const;
  expect(splitIntent(withIntent("/@ada", follow)).intent).toEqual(follow);
});

test("B22 the last press counts", () => {
  const follow = { kind: "follow", target: "ada" } as const;
  expect(splitIntent(withIntent(withIntent("/", like), follow))).toEqual({
    next: "/",
    intent: follow,
  });
});

test.each([
  "like",
  "like.",
  "buy.1",
  "like.a/b",
  "like.../x",
  `like.${"a".repeat(65)}`,
  "follow.a b",
])("B22 what is no intent (%s) is removed from the address", (given) => {
  const next = `/i/x?then=${encodeURIComponent(given)}&tab=1`;
  expect(splitIntent(next)).toEqual({ next: "/i/x?tab=1", intent: null });
});

test("B22 any address of this site without an intent is kept as it is", () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const next = safeNext(`${path === "" ? "/" : path}?${query}`);
      fc.pre(!new URL(next, "https://self.invalid").searchParams.has("then"));
      expect(splitIntent(next)).toEqual({ next, intent: null });
    }),
  );
});

test("B22 the form says what signing in does besides", () => {
  expect(intentPurpose("login", like)).toBe("Sign in to like this image.");
  expect(intentPurpose("signup", { kind: "follow", target: "ada" })).toBe(
    "Create an account to follow @ada.",
  );
  expect(intentPurpose("reset", like)).toBeNull();
});
