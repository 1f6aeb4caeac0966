import { expect, test } from "vitest";
import { audiences, isInAudience } from "./engine-audience.ts";

const members = {
  plain: { isAdmin: false, hasPlan: false },
  planned: { isAdmin: false, hasPlan: true },
  admin: { isAdmin: true, hasPlan: false },
};

test.each([
  ["everyone", "plain", true],
  ["everyone", "planned", true],
  ["everyone", "admin", true],
  ["plans", "plain", false],
  ["plans", "planned", true],
  ["plans", "admin", true],
  ["admins", "plain", false],
  ["admins", "planned", false],
  ["admins", "admin", true],
] as const)("an engine for %s and a member who is %s: %s", (audience, who, may) => {
  expect(audiences).toContain(audience);
  expect(isInAudience(audience, members[who])).toBe(may);
});
