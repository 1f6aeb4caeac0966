import { z } from "zod";

/** Prompt ids by picture; saved before waiting, so that a restart can resume. */
const resumeToken = z.record(z.string(), z.string());

/** The prompts of a resume token. One that is not ours, e.g. of the engine this cast fell back from, names none. */
export function idsOf(token: string | undefined): Map<number, string> {
  let value: unknown;
  try {
    value = JSON.parse(token ?? "{}");
  } catch {
    return new Map();
  }
  const ids = resumeToken.safeParse(value);
  return new Map(Object.entries(ids.data ?? {}).map(([index, id]) => [Number(index), id]));
}
