import { expect, test } from "vitest";
import { acceptedLanguage, languageOf, languageOfCookie } from "./negotiate.ts";

test.each([
  [null, "en"],
  ["", "en"],
  ["*", "en"],
  ["de", "de"],
  ["de-AT,en;q=0.5", "de"],
  ["AR-eg", "ar"],
  ["en-GB,en;q=0.9,de;q=0.8", "en"],
  ["fr,de;q=0.7,ar;q=0.8", "ar"],
  ["de;q=0.2, ar;q=0.200", "de"],
  ["fr-FR, es;q=0.9", "en"],
  ["en;q=0, *;q=0.1", "de"],
  ["de;q=0, en;q=0, *", "ar"],
  ["de;q=0", "en"],
  ["de;q=abc, ar;q=0.1", "ar"],
  ["den, dea", "en"],
  ["en-XA", "en"],
  [`${"x,".repeat(5_000)}de`, "en"],
])("Accept-Language %j is answered in %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test("a cookie names a language only by its whole name and value", () => {
  expect(languageOfCookie("a=1; language=de; b=2")).toBe("de");
  expect(languageOfCookie("language=en-XA")).toBe("en-XA");
  for (const cookies of [null, "", "language=", "language=fr", "mylanguage=de", "language=de-AT"]) {
    expect(languageOfCookie(cookies)).toBeNull();
  }
  expect(languageOfCookie("language=constructor")).toBeNull();
});

test("the choice in this browser counts before the member's, and that before the browser's own languages", () => {
  const headers = (cookie?: string) =>
    new Headers({ "accept-language": "ar", ...(cookie !== undefined && { cookie }) });
  expect(languageOf(headers("language=en"), "de")).toBe("en");
  expect(languageOf(headers(), "de")).toBe("de");
  expect(languageOf(headers())).toBe("ar");
});
