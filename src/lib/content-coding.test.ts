import { expect, test } from "vitest";
import { codingFor, isCompressible } from "./content-coding.ts";

test.each([
  [undefined, null],
  ["", null],
  ["identity", null],
  ["deflate", null],
  ["gzip", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000, gzip;q=0", null],
  ["*", "br"],
  ["*;q=0", null],
  ["br;q=0, *", "gzip"],
  ["GZIP ; Q=0.4", "gzip"],
  ["brotli, xgzip", null],
])("Accept-Encoding %j is answered with %j", (accept, coding) => {
  expect(codingFor(accept)).toBe(coding);
});

test.each([
  ["text/html; charset=utf-8", true],
  ["text/x-script", true],
  ["application/json", true],
  ["application/problem+json", true],
  ["application/manifest+json", true],
  ["image/svg+xml", true],
  ["text/event-stream", false],
  ["image/webp", false],
  ["image/jpeg", false],
  ["font/woff2", false],
  ["application/octet-stream", false],
])("%s is compressed: %s", (type, compressed) => {
  expect(isCompressible(type)).toBe(compressed);
});
