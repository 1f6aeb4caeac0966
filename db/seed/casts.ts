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
  /** One of the best: it is picked, and liked more. */
  pick: z.literal(true).optional(),
  /** Key of the cast whose picture this is a remix of; it stands further down, since it is older. */
  from: z.string().optional(),
  strength: z.number().min(0).max(1).optional(),
});

export type DemoCast = z.output<typeof demoCast>;

/** What a new site's wall shows, the newest and best first: casts.jsonl, in words that the built-in engine draws well. */
export function readDemoCasts(): DemoCast[] {
  return readFileSync(new URL("casts.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => demoCast.parse(JSON.parse(line)));
}

/** The order of drawing: as on the wall, but the source of a remix before it. */
export function sourcesFirst(casts: readonly DemoCast[]): DemoCast[] {
  const byKey = new Map(casts.map((cast) => [cast.key, cast]));
  const ordered = new Set<DemoCast>();
  const add = (cast: DemoCast) => {
    const source = cast.from === undefined ? undefined : byKey.get(cast.from);
    if (source !== undefined) add(source);
    ordered.add(cast);
  };
  casts.forEach(add);
  return [...ordered];
}
