import { expect, test } from "vitest";
import { codingFor, isCompressible, quickest, smallest } from "./content-coding.ts";

test.each([
  [undefined, null, null],
  ["", null, null],
  ["identity", null, null],
  ["deflate", null, null],
  ["gzip", "gzip", "gzip"],
  ["br", "br", "br"],
  ["zstd", null, "zstd"],
  ["gzip, deflate, br, zstd", "br", "zstd"],
  ["gzip, deflate, br", "br", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip", "gzip"],
  ["zstd;q=0.5, br;q=0.9, gzip;q=0.8", "br", "br"],
  ["br;q=0, gzip", "gzip", "gzip"],
  ["br;q=0.000, gzip;q=0", null, null],
  ["*", "br", "zstd"],
  ["*;q=0", null, null],
  ["br;q=0, *", "gzip", "zstd"],
  ["GZIP ; Q=0.4", "gzip", "gzip"],
  ["brotli, xgzip, zstandard", null, null],
])(
  "Accept-Encoding %j is answered with %j from memory and %j at once",
  (accept, fromMemory, atOnce) => {
    expect(codingFor(accept, smallest)).toBe(fromMemory);
    expect(codingFor(accept, quickest)).toBe(atOnce);
  },
);

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
