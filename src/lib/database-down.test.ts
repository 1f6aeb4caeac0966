import { expect, test } from "vitest";
import { isDatabaseDown } from "./database-down.ts";

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error("x"), { code, ...more });

test.each([
  ["the server refuses connections", withCode("ECONNREFUSED", { syscall: "connect" })],
  ["the server is shutting down", withCode("57P01")],
  ["the connection broke", withCode("08006")],
  ["there are too many clients", withCode("53300")],
  ["the statement took too long", withCode("57014")],
  ["the pool gave up", new Error("timeout exceeded when trying to connect")],
  ["the connection ended", new Error("Connection terminated unexpectedly")],
  [
    "both addresses refused",
    new AggregateError([withCode("ECONNREFUSED", { syscall: "connect" })]),
  ],
  ["it is wrapped", new Error("outer", { cause: withCode("57P03") })],
])("down when %s", (_what, error) => {
  expect(isDatabaseDown(error)).toBe(true);
});

test.each([
  ["a constraint", withCode("23505")],
  ["bad SQL", withCode("42601")],
  ["a missing file", withCode("ENOENT", { syscall: "open" })],
  ["a plain fault", new TypeError("x is undefined")],
  [
    "an engine that refuses connections",
    Object.assign(
      new Error("no", { cause: withCode("ECONNREFUSED", { syscall: "connect", port: 8188 }) }),
      { name: "EngineError" },
    ),
  ],
  ["no error at all", "ECONNREFUSED"],
])("not down for %s", (_what, error) => {
  expect(isDatabaseDown(error)).toBe(false);
});
