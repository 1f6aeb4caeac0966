import { expect, test } from "vitest";
import { speaking } from "#app/language/spoken.ts";
import catalogue from "../../content/models.json" with { type: "json" };
import { catalogueText } from "./model-texts.ts";

const sentences = catalogue.models.flatMap(({ summary, licence }) => [summary, licence.sentence]);

test.each([...new Set(sentences)])("%s is said in German and Arabic too", (sentence) => {
  expect(catalogueText(sentence)).toBe(sentence);
  expect(speaking("de", () => catalogueText(sentence))).not.toBe(sentence);
  expect(speaking("ar", () => catalogueText(sentence))).toMatch(/[\u0600-\u06ff]/);
});

test("an operator's sentence is left as it was written, whatever it is called", () => {
  expect(speaking("de", () => catalogueText("Our house style."))).toBe("Our house style.");
  expect(catalogueText("toString")).toBe("toString");
});
