import type { SourceFile, Violation } from "./source.ts";

const isInputs = (file: string) =>
  /^src\/(?:features\/\w+\/inputs(?:\.ts$|\/)|(?:roles|pages)\/)/.test(file);
const isHttp = (file: string) => /^src\/features\/\w+\/http(?:\.ts$|\/)/.test(file);

const anyText = /\bz\s*\.string\(/;
/** What a route takes, written beside what it answers. A file is described as a string and is no text. */
const takesText =
  /\b(?:query|body):\s*(?:\{\s*(?:type: "[^"]*",\s*)?schema:\s*)?z\s*\.\w+\(\{[^}]*\bz\s*\.string\((?!\)\.meta\(\{ format: "binary")/;

/** Untrusted text goes through one schema, which refuses what the database cannot store. */
export function checkInputs(files: readonly SourceFile[]): Violation[] {
  const message = "write text() of src/lib/text.ts, which refuses NUL and ill-formed text";
  return files
    .filter(
      ({ path, text }) =>
        !path.includes(".test.") &&
        ((isInputs(path) && anyText.test(text)) || (isHttp(path) && takesText.test(text))),
    )
    .map(({ path }) => ({ rule: "inputs", path, message }));
}
