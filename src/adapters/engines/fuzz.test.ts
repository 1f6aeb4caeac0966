/** A smaller number than `npm run bench -- engine-fuzz`, which sends 10,000 to each. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzz } from "#tests/providers/fuzz.ts";
import { kinds } from "#tests/providers/kinds.ts";
import { localKind } from "#tests/providers/local-kind.ts";

const each = Number(process.env["ENGINE_FUZZ"] ?? 60);

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeAll(() => {
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
});
afterAll(() => {
  process.off("unhandledRejection", note);
  process.off("uncaughtException", note);
});

test.each([...kinds, localKind].map((kind, index) => [kind.name, kind, index] as const))(
  "%s: with mutated responses and frames a cast ends in a result or an engine error",
  async (_name, kind, index) => {
    const { mutated, casts, ends, wrong, badReports } = await fuzz(kind, each, 1000 + index);
    expect(mutated).toBeGreaterThanOrEqual(each);
    expect(wrong).toEqual([]);
    expect(badReports).toEqual([]);
    expect(unhandled).toEqual([]);
    const ended = Object.values(ends).reduce((sum, count) => sum + count, 0);
    expect(ended).toBe(casts);
    // Which answers meet which mutation depends on their order: not all of them end casts alike, that is all.
    expect(Object.keys(ends).length).toBeGreaterThan(1);
  },
);
