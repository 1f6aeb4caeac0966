import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { fail } from "./say.mjs";

/** Numbers of malformed lines: neither blank, a comment, a setting, nor part of a quoted value. */
function strayLines(text) {
  const withoutValues = text.replaceAll(/=[ \t]*(["'`])[^]*?\1/g, (value) =>
    value.replaceAll(/[^\n]/g, "="),
  );
  return withoutValues
    .split("\n")
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== "" && !line.startsWith("#") && !line.includes("="))
    .map(({ number }) => number);
}

/**
 * Loads .env into the environment without overriding existing variables, and passes the names on, so that the program
 * can report unknown ones.
 */
export function readDotEnv(root, env = process.env) {
  const file = path.join(root, ".env");
  if (!existsSync(file)) return;
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    fail(`${file} cannot be read (${error.code}): make it a file that this user may read.`);
  }
  for (const number of strayLines(text)) {
    process.stderr.write(`warning: line ${number} of .env is no NAME=value and sets nothing\n`);
  }
  const found = parseEnv(text);
  for (const [name, value] of Object.entries(found)) env[name] ??= value;
  env.ECHOFORM_DOTENV_NAMES = Object.keys(found).toSorted().join(",");
}
