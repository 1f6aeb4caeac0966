import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { GridSides } from "./grids.ts";

/** The grid that a cast is a picture of, as a log shows it. */
export type CastGrid = {
  id: string;
  /** As typed. */
  prompt: string;
  /** The cast that stands for the grid in a list. */
  first: string;
  columns: number;
  rows: number;
  pictures: number;
  delivered: number;
  open: number;
  cost: number;
  /** Credits refunded of pictures that ended. */
  creditsBack: number;
  /** Up to six of its pictures, for thumbnails. */
  shots: { slug: string; color: string }[];
};

const mostShots = 6;

/** The sums of the grids with these ids. */
export async function gridSums(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, CastGrid>> {
  if (ids.length === 0) return new Map();
  const [grids, casts, pictures] = await Promise.all([
    db
      .selectFrom("grids")
      .select(["id", "prompt", "axes", "pictures"])
      .where("id", "in", ids)
      .execute(),
    db
      .selectFrom("generations")
      .select(["id", "grid_id", "state", "cost", "count", "delivered", "finished_at"])
      .where("grid_id", "in", ids)
      .orderBy("grid_cell")
      .execute(),
    db
      .selectFrom("pictures as p")
      .innerJoin("generations as g", "g.id", "p.generation_id")
      .select(["g.grid_id", "p.slug", "p.colors"])
      .where("g.grid_id", "in", ids)
      .where("p.removed_at", "is", null)
      .orderBy("g.grid_cell")
      .execute(),
  ]);
  return new Map(
    grids.map(({ id, prompt, axes, pictures: all }): [string, CastGrid] => {
      const { columns, rows } = axes as unknown as GridSides;
      const own = casts.filter((cast) => cast.grid_id === id);
      const sum = (of: (cast: (typeof own)[number]) => number) =>
        own.reduce((total, cast) => total + of(cast), 0);
      const back = ({ cost, count, delivered, finished_at: end }: (typeof own)[number]) =>
        end === null ? 0 : cost - (cost / count) * delivered;
      return [
        id,
        {
          id,
          prompt,
          first: own[0]?.id ?? "",
          columns: columns.values.length,
          rows: rows?.values.length ?? 1,
          pictures: all,
          delivered: sum(({ delivered }) => delivered),
          open: own.filter(({ state }) => state === "queued" || state === "running").length,
          cost: sum(({ cost }) => cost),
          creditsBack: sum(back),
          shots: pictures
            .filter((picture) => picture.grid_id === id)
            .slice(0, mostShots)
            .map(({ slug, colors }) => ({ slug, color: colors[0] ?? "" })),
        },
      ];
    }),
  );
}
