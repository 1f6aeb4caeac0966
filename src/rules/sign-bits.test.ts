import { expect, test } from "vitest";
import { signBits } from "./sign-bits.ts";

test("a bit is set where the number is above zero", () => {
  expect(signBits(Float32Array.of(0.5, -0.5, 0, 1))).toBe("1001");
  expect(signBits([])).toBe("");
});
