import { expect, test } from "vitest";
import { readSocialLinks } from "./social-networks.ts";

test("MM-01 networks link to the operator's pages, the others to their own front page", () => {
  const links = readSocialLinks(
    "x=https://x.com/lantern, Reddit = https://reddit.com/r/lantern?a=b,",
  );
  expect(links.x).toBe("https://x.com/lantern");
  expect(links.reddit).toBe("https://reddit.com/r/lantern?a=b");
  expect(links.instagram).toBe("https://www.instagram.com/");
  expect(Object.keys(links)).toEqual([
    "x",
    "instagram",
    "facebook",
    "pinterest",
    "whatsapp",
    "reddit",
  ]);
});

test.each([
  "myspace=https://myspace.com/x",
  "x",
  "x=",
  "x=javascript:alert(1)",
  "x=http://x.com/me",
])("a setting with %s is refused", (setting) => {
  expect(() => readSocialLinks(setting)).toThrow(/is not one of/);
});
