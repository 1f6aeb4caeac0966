import { gunzipSync } from "node:zlib";
import { array, assert, property, tuple, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { filled, filledGzip, gapped } from "./gzip-parts.ts";

const bytes = (longest: number) =>
  uint8Array({ maxLength: longest }).map((array) => Buffer.from(array));

test("what is unpacked is the text with its gaps filled, for any parts and fillings", () => {
  const texts = array(tuple(bytes(2_000), bytes(60)), { minLength: 1, maxLength: 8 }).map(
    (pairs) => ({
      parts: pairs.map(([part]) => part),
      fill: pairs.slice(1).map(([, gap]) => gap),
    }),
  );
  assert(
    property(texts, ({ parts, fill }) => {
      const text = gapped(parts);
      expect(gunzipSync(filledGzip(text, fill))).toEqual(filled(text, fill));
    }),
  );
});

test("each reader has a filling of its own", () => {
  const text = gapped(["<a nonce=", "><b nonce=", ">"].map((part) => Buffer.from(part)));
  const read = (nonce: string) => {
    const fill = [Buffer.from(nonce), Buffer.from(nonce)];
    return gunzipSync(filledGzip(text, fill)).toString();
  };
  expect(read("one")).toBe("<a nonce=one><b nonce=one>");
  expect(read("other")).toBe("<a nonce=other><b nonce=other>");
});

test("repeated text is compressed", () => {
  const text = gapped([Buffer.from("Where fragments echo. ".repeat(1_000))]);
  expect(filledGzip(text, []).length).toBeLessThan(500);
});

test("too few fillings, and one that is too long, are refused", () => {
  const text = gapped([Buffer.from("a"), Buffer.from("b")]);
  expect(() => filled(text, [])).toThrow(RangeError);
  expect(() => filledGzip(text, [Buffer.alloc(70_000)])).toThrow(RangeError);
});
