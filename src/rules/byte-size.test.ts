import { expect, test } from "vitest";
import { byteSize } from "./byte-size.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1449, "1.4 kB"],
  [9_960, "10 kB"],
  [999_499, "999 kB"],
  [999_500, "1 MB"],
  [52_300_000, "52 MB"],
  [1_400_000_000, "1.4 GB"],
  [3_000_000_000_000_000_000, "3,000 PB"],
])("%i bytes are %s", (bytes, text) => expect(byteSize(bytes)).toBe(text));
