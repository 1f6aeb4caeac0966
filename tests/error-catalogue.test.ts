import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

function textsOf(folder: string, fits: (name: string) => boolean): string {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter(
      (name) => /\.tsx?$/.test(name) && fits(name) && !name.endsWith("error-catalogue.test.ts"),
    )
    .map((name) => readFileSync(path.join(root, folder, name), "utf8"))
    .join("\n");
}

const isTest = (name: string) => name.includes(".test.");
const code = textsOf("src", (name) => !isTest(name));
const tests = textsOf("src", isTest) + textsOf("tests", () => true);

// The words of the catalogue (docs/product.md 8). What each does is shown by the test that expects them.
test.each([
  "An unexpected error occurred",
  "Failed to sign in with Google",
  "Name is required",
  "Password reset email sent",
  "Check your inbox for a password reset link",
  "Please verify your email",
  "Check your inbox and spam folder.",
  "Account created successfully",
  "Welcome to the product!",
  "Logged in",
  "Welcome back",
  "Authentication error occurred",
  "No session returned",
  "An error occurred during login",
  "Registration failed",
  "An error occurred during registration",
  "An error occurred during password reset",
  "Failed to initialize authentication",
  "credits to cast. You currently have",
  "Failed to load credits: ",
  "Checking credits",
  "Sign in to view credits",
  "You have no credits left",
  "Not enough credits to cast",
  "Low credit balance",
  "Credits available",
  "Collection not found",
  "Fallback Image",
  "useModal must be used within a ModalProvider",
  "Theme toggled to ",
  "Press Enter (Return on Mac) to search.",
  "Signed out successfully",
])("ER-01 “%s” is said by the product and expected by a test", (words) => {
  expect(code.includes(words)).toBe(true);
  expect(tests.includes(words)).toBe(true);
});
