import { expect, test } from "vitest";
import {
  accountNotice,
  accountLabels,
  googleFailure,
  googleRefusal,
  missingEntries,
  outcomeOf,
  unexpectedFailure,
} from "./account-form.ts";

const empty = { name: "", email: "", password: "" };
const full = { name: "Ada", email: "ada@example.org", password: "lantern-orchid-47" };

test("AU-01 the three modes have their titles", () => {
  expect(Object.values(accountLabels).map(({ title }) => title)).toEqual([
    "Welcome back",
    "Create account",
    "Reset password",
  ]);
});

test.each([
  ["login", empty, ["email", "password"]],
  ["signup", empty, ["name", "email", "password"]],
  ["reset", empty, ["email"]],
  ["login", full, []],
  ["signup", full, []],
  ["signup", { ...full, name: " \t " }, ["name"]],
  ["signup", { ...full, email: "  " }, ["email"]],
  ["signup", { ...full, password: "        " }, []],
] as const)("AU-02 %s with %o lacks %o", (mode, entries, fields) => {
  expect(Object.keys(missingEntries(mode, entries))).toEqual(fields);
});

test("AU-08 an error without a message has the catalogue's", () => {
  expect(unexpectedFailure).toBe("An unexpected error occurred");
});

test("AU-02 what is missing is named", () => {
  expect(missingEntries("signup", empty)).toEqual({
    name: "Name is required",
    email: "Email is required",
    password: "Password is required",
  });
});

const user = { id: "ada" };
test.each([
  ["login", { token: "t", user }, { kind: "entered" }],
  [
    "login",
    { twoFactorMethods: ["code", "passkey"] },
    { kind: "second-step", methods: ["code", "passkey"] },
  ],
  ["login", { user }, { kind: "refused", why: "No session returned" }],
  ["login", null, { kind: "refused", why: "No session returned" }],
  ["signup", { token: "t", user }, { kind: "entered" }],
  ["signup", { token: null, user }, { kind: "verify" }],
  ["signup", { token: null }, { kind: "refused", why: "Registration failed" }],
  ["signup", null, { kind: "refused", why: "Registration failed" }],
] as const)("AU-08 %s answered with %o is %o", (mode, answer, outcome) => {
  expect(outcomeOf(mode, answer)).toEqual(outcome);
});

test.each([
  ["login", "Logged in", "Welcome back", 3000],
  ["signup", "Account created successfully", "Welcome to the product!", 3000],
  ["reset", "Password reset email sent", "Check your inbox for a password reset link", 5000],
  [
    "verify",
    "Please verify your email",
    "We sent a confirmation link to ada@example.org. Check your inbox and spam folder.",
    Infinity,
  ],
] as const)("AU-03 to AU-06 the toast of %s", (ended, title, description, durationMs) => {
  expect(accountNotice(ended, "ada@example.org")).toEqual({ title, description, durationMs });
});

test.each([null, "cancelled", "failed", "constructor", "<b>"])(
  "AU-07 Google's failure for %s shows only the general message",
  (reason) => {
    expect(googleRefusal(reason)).toBe(googleFailure);
  },
);

test("AU-07 advice for a failure is added", () => {
  expect(googleRefusal("address-taken")).toBe(
    "Failed to sign in with Google. This email has an account here: sign in with its password.",
  );
});
