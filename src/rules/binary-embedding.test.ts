import { expect, test } from "vitest";
import { binaryEmbedding } from "./binary-embedding.ts";

test("a bit is set where the number is above zero", () => {
  expect(binaryEmbedding(Float32Array.of(0.5, -0.5, 0, 1))).toBe("1001");
  expect(binaryEmbedding([])).toBe("");
});
