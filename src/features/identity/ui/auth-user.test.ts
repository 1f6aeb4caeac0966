import { expect, test } from "vitest";
import { userFromAuth } from "./auth-user.ts";

test.each([
  [{ display_name: "Ada L.", name: "Ada" }, "Ada L."],
  [{ display_name: " ", name: "Ada" }, "Ada"],
  [{ name: "Ada" }, "Ada"],
  [{ name: "" }, "User"],
  [{}, "User"],
])("AU-13 %o is called %s", (auth, name) => {
  expect(userFromAuth({ id: "a", ...auth }).name).toBe(name);
});

test.each([
  ["admin", "admin"],
  ["user", "user"],
  ["member", "member"],
  ["owner", "member"],
  [null, "member"],
  [undefined, "member"],
])("AU-14 the role %s of auth data counts as %s", (role, counted) => {
  expect(userFromAuth({ id: "a", role }).role).toBe(counted);
});

test("AU-13 the avatar comes from avatar_url", () => {
  const auth = { id: "a", avatar_url: "/a.webp", image: "/b.webp" };
  expect(userFromAuth(auth).avatar).toBe("/a.webp");
  expect(userFromAuth({ id: "a", image: "/b.webp" }).avatar).toBe("/b.webp");
  expect(userFromAuth({ id: "a" }).avatar).toBeNull();
});
