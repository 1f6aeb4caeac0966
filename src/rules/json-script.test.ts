import { assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";
import { jsonForScript } from "./json-script.ts";

test("no text can end its script element", () => {
  const text = jsonForScript({ title: "</script><script>alert(1)</script><!-- & \u2028" });
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
});

test("a value survives the round trip", () => {
  assert(
    property(jsonValue(), (value) => {
      expect(JSON.parse(jsonForScript(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
