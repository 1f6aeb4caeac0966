import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mixMembers } from "./mix-members.ts";

const mixed = (text: string) =>
  mixMembers(
    Array.from(text, (member, at) => ({ member, at })),
    ({ member }) => member,
  );
const order = (text: string) =>
  mixed(text)
    .map(({ member }) => member)
    .join("");

test("pictures of one member are kept apart while there are others, else they stay as they are", () => {
  expect(order("aaaabcd")).toBe("abcdaaa");
  expect(order("aaabbb")).toBe("ababab");
  expect(order("abcdabcd")).toBe("abcdabcd");
  expect(order("aaaa")).toBe("aaaa");
  expect(order("")).toBe("");
});

test("nothing is lost, the newest stays first, and each member's pictures stay newest first", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 48 }),
      (members) => {
        const page = mixed(members.join(""));
        expect(page.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual([...members.keys()]);
        expect(page[0]?.at ?? 0).toBe(0);
        for (const member of new Set(members)) {
          const own = page.filter((one) => one.member === member).map(({ at }) => at);
          expect(own).toEqual(own.toSorted((a, b) => a - b));
        }
      },
    ),
  );
});
