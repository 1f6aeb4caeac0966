import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const known = ["PORT", "HOST", "DATA_DIR", "DATABASE_URL", "MODERATION", "LOG_LEVEL", "ROLES"];

test.each([
  ["PROT", "PORT"],
  ["port", "PORT"],
  ["DATA_DIRECTORY", "DATA_DIR"],
  ["DATA_DRI", "DATA_DIR"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["MODERATE", "MODERATION"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["ROLE", "ROLES"],
])("%s is near %s", (name, meant) => {
  expect(nearestName(name, known)).toBe(meant);
});

test.each([
  "PATH",
  "HOME",
  "HOSTNAME",
  "MAIL",
  "TERM",
  "PWD",
  "DATABASE_HOST",
  "LOGNAME",
  "USER",
  "X",
])("%s is near no setting", (name) => {
  expect(nearestName(name, known)).toBeNull();
});
