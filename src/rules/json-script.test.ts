import { assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";
import { jsonForScript } from "./json-script.ts";

test("no text ends the script element it stands in", () => {
  const text = jsonForScript({ title: "</script><script>alert(1)</script><!-- & \u2028" });
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
});

test("what is written is what is read", () => {
  assert(
    property(jsonValue(), (value) => {
      expect(JSON.parse(jsonForScript(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
