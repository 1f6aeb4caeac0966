import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readEnv } from "#app/env.ts";

const root = new URL("..", import.meta.url);
const source = readFileSync(new URL("src/env.ts", root), "utf8");
const schema = /z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(source)?.[1] ?? "";
const example = readFileSync(new URL(".env.example", root), "utf8");

const known = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]);
const lines = [...example.matchAll(/^# ?([A-Z][A-Z0-9_]+)=(.*)$/gm)];

test(".env.example names every setting of src/env.ts and no other", () => {
  expect(known).toContain("DATABASE_URL");
  // ENGINE_<NAME>_… are made up by the operator; what may stand there is checked below.
  const shown = lines.map((line) => line[1]).filter((name) => !name.startsWith("ENGINE_"));
  expect(shown.toSorted()).toEqual([...new Set(known)].toSorted());
});

test("every example value is valid, except the secret, which is public", () => {
  const { AUTH_SECRET, ...values } = Object.fromEntries(lines.map((line) => [line[1], line[2]]));
  // A program that is to be on the machine, as this one is.
  expect(path.basename(values["SD_SERVER"])).toBe("sd-server");
  expect(() => readEnv({ ...values, SD_SERVER: process.execPath })).not.toThrow();
  expect(() => readEnv({ AUTH_SECRET })).toThrow(/AUTH_SECRET: is the one of the example/);
});

test(".env.example sets nothing unless edited", () => {
  expect(example.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
});
