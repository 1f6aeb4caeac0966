import type { SourceFile, Violation } from "./source.ts";

const isInputs = (file: string) => /^src\/features\/\w+\/inputs(?:\.ts$|\/)/.test(file);

/** Untrusted text goes through one schema, which refuses what the database cannot store. */
export function checkInputs(files: readonly SourceFile[]): Violation[] {
  const message = "write text() of src/lib/text.ts, which refuses NUL and ill-formed text";
  return files
    .filter(
      ({ path, text }) =>
        isInputs(path) && !path.includes(".test.") && /\bz\s*\.string\(/.test(text),
    )
    .map(({ path }) => ({ rule: "inputs", path, message }));
}
