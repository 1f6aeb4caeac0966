import { expect, test } from "vitest";
import { profileLinks } from "./profile-links.ts";

const nothing = {
  website: null,
  twitterUsername: null,
  instagramUsername: null,
  linkedinUsername: null,
};

test("a profile without links has none", () => {
  expect(profileLinks(nothing)).toEqual([]);
});

test("names become addresses, and the website shows its host", () => {
  const links = profileLinks({
    website: "https://www.example.org/work/",
    twitterUsername: "@mira",
    instagramUsername: "mira/../x",
    linkedinUsername: "mira-holt",
  });
  expect(links).toEqual([
    { label: "example.org/work", href: "https://www.example.org/work/" },
    { label: "X", href: "https://x.com/mira" },
    { label: "Instagram", href: "https://www.instagram.com/mira%2F..%2Fx" },
    { label: "LinkedIn", href: "https://www.linkedin.com/in/mira-holt" },
  ]);
});

test.each(["javascript:alert(1)", "data:text/html,x", "not an address", "ftp://example.org"])(
  "RT-11 the website %j is no link",
  (website) => {
    expect(profileLinks({ ...nothing, website })).toEqual([]);
  },
);
