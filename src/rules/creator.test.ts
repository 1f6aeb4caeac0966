import { expect, test } from "vitest";
import { creatorOf, placeholderAvatar } from "./creator.ts";

const id = "0190d3b4-0000-7000-8000-000000000001";

test("an unknown creator has the defaults of docs/product.md 3.5", () => {
  const nobody = {
    id,
    name: "Unknown Creator",
    username: "unknown",
    avatar: placeholderAvatar,
    role: "Creator",
    followers_count: 0,
  };
  expect(creatorOf({ id })).toEqual(nobody);
  const blank = { id, name: " ", username: "", avatar: null, role: " ", followers_count: null };
  expect(creatorOf(blank)).toEqual(nobody);
  expect(placeholderAvatar).toMatch(/^data:image\/svg\+xml,/);
});

test("the known fields of a creator are kept", () => {
  const known = {
    id,
    name: "Mira Holt",
    username: "mira.holt",
    avatar: "/people/a.webp",
    role: "Botanist",
    followers_count: 7,
  };
  expect(creatorOf(known)).toEqual(known);
});
