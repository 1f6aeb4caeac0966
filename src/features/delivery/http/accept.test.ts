import { expect, test } from "vitest";
import { formatFor } from "./accept.ts";

test.each([
  [undefined, "jpg"],
  ["", "jpg"],
  ["*/*", "jpg"],
  ["image/*", "jpg"],
  ["text/html", "jpg"],
  ["image/webp", "webp"],
  ["image/avif", "avif"],
  ["image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "avif"],
  ["image/webp,image/avif", "avif"],
  ["image/webp;q=0.9,image/avif;q=0.5", "webp"],
  ["image/avif;q=0, image/webp", "webp"],
  ["image/avif;q=0, image/webp;q=0", "jpg"],
  ["IMAGE/WEBP ; Q=0.7", "webp"],
  ["image/webp;q=nonsense", "jpg"],
])("IM-09 Accept %j is answered with %s", (accept, format) => {
  expect(formatFor(accept)).toBe(format);
});
