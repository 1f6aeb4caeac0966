import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Rgb,
  adjust,
  css,
  hex,
  lin2byte,
  mixc,
  oklab,
  ramp,
  smooth,
  toLin,
  unoklab,
} from "./color.ts";

const channel = fc.double({ min: 0, max: 1, noNaN: true });
const color = fc.tuple(channel, channel, channel);

test("OKLab and back gives the colour again", () => {
  fc.assert(
    fc.property(color, (rgb) => {
      const again = unoklab(oklab(rgb));
      for (let c = 0; c < 3; c++) expect(again[c]).toBeCloseTo(rgb[c], 4);
    }),
  );
});

test("every byte survives linear light and back", () => {
  for (let byte = 0; byte < 256; byte++) expect(lin2byte(toLin(byte / 255))).toBe(byte);
});

test.for([
  ["#fff", [1, 1, 1]],
  ["#000000", [0, 0, 0]],
  ["#ff0000", [1, 0, 0]],
] as const)("reads %s", ([code, rgb]) => {
  expect(hex(code)).toEqual(rgb);
});

test("a colour written as CSS has the bytes it was read from", () => {
  expect(css(hex("#4a6b2c"), 0.5)).toBe("rgba(74,107,44,0.5)");
});

test("mixing ends at its ends and stays grey between greys", () => {
  const [black, white]: Rgb[] = [
    [0, 0, 0],
    [1, 1, 1],
  ];
  expect(mixc(black, white, 0)).toEqual([0, 0, 0]);
  const middle = mixc(black, white, 0.5);
  expect(middle[0]).toBeCloseTo(middle[1], 5);
  expect(middle[1]).toBeCloseTo(middle[2], 5);
  expect(oklab(middle)[0]).toBeCloseTo(0.5, 3);
});

test("a ramp holds its stops", () => {
  const table = ramp(
    [
      [0, hex("#102030")],
      [0.5, hex("#804020")],
      [1, hex("#ffffff")],
    ],
    257,
  );
  expect(table.length).toBe(257 * 3);
  expect([...table.subarray(0, 3)].map(lin2byte)).toEqual([0x10, 0x20, 0x30]);
  expect([...table.subarray(128 * 3, 129 * 3)].map(lin2byte)).toEqual([0x80, 0x40, 0x20]);
});

test("a step may fall as well as rise", () => {
  expect([smooth(0, 1, -1), smooth(0, 1, 0.5), smooth(0, 1, 2)]).toEqual([0, 0.5, 1]);
  expect([smooth(1, 0, -1), smooth(1, 0, 2)]).toEqual([1, 0]);
});

test("adjusting by nothing changes nothing", () => {
  const rgb = hex("#b1603c");
  adjust(rgb).forEach((value, c) => expect(value).toBeCloseTo(rgb[c], 5));
});
