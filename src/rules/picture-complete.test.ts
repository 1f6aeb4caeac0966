import { expect, test } from "vitest";
import { isPictureComplete, type PossiblyComplete } from "./picture-complete.ts";

const whole = { title: "Lake", creator: { name: "Ada" }, images: { jpg: "/lake-0a1b2c3d.jpg" } };

const cases: [string, PossiblyComplete, boolean][] = [
  ["all three", whole, true],
  ["an author given as a name", { ...whole, creator: null, author: "Ada" }, true],
  ["an author with a name", { ...whole, creator: null, author: { name: "Ada" } }, true],
  ["only a user name", { ...whole, creator: null, userName: "ada" }, true],
  ["only an avif source", { ...whole, images: { avif: "/x.avif" } }, true],
  ["a blank title", { ...whole, title: "  " }, false],
  ["no title", { ...whole, title: undefined }, false],
  ["a title that is no text", { ...whole, title: 7 }, false],
  ["nobody named", { ...whole, creator: { name: "" } }, false],
  ["an empty source", { ...whole, images: { jpg: "", webp: null } }, false],
  ["no sources", { ...whole, images: null }, false],
  ["nothing", {}, false],
];

test.each(cases)("IM-01 completeness with %s", (_, picture, expected) => {
  expect(isPictureComplete(picture)).toBe(expected);
});
