import { readFileSync } from "node:fs";
import { z } from "zod";
import { aspects } from "#app/rules/aspects.ts";
import { demoCreators, type DemoCreator } from "./creators.ts";

const creators = Object.keys(demoCreators) as [DemoCreator, ...DemoCreator[]];

const demoCast = z.strictObject({
  /** Stays the same for good: a cast that was made is known by it. */
  key: z.string().regex(/^[a-z0-9-]+$/),
  creator: z.enum(creators),
  /** Its first clause becomes the title. */
  prompt: z.string().min(1),
  aspect: z.enum(aspects),
  tags: z.array(z.string()),
  /** Key of the cast whose picture this is a remix of; it stands further up. */
  from: z.string().optional(),
  strength: z.number().min(0).max(1).optional(),
});

export type DemoCast = z.output<typeof demoCast>;

/** What is cast on a first start, the oldest first: casts.jsonl, in words that the built-in engine draws well. */
export function readDemoCasts(): DemoCast[] {
  return readFileSync(new URL("casts.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => demoCast.parse(JSON.parse(line)));
}
