import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test.each([
  "password1",
  "Password1",
  "12345678",
  "qwertyuiop",
  "iloveyou1",
  "1q2w3e4r",
  "letmein123",
  "ＰＡＳＳＷＯＲＤ１",
])("%s is among the common ones", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(["lantern-orchid-47", "correct horse battery staple", ""])("%j is not", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
