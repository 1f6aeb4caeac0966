import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { trafficFigures, type TrafficDay } from "./figures.ts";
import { funnel, topPictures, visitSources } from "./visits.ts";
import type { Funnel, TopPicture, VisitSource } from "./visits.ts";

export type InsightFigures = {
  byDay: TrafficDay[];
  sources: VisitSource[];
  pictures: TopPicture[];
  steps: Funnel;
};

/**
 * The site's own traffic figures, all of one moment: visitors are counted while they are read.
 * See docs/product.md 2.13.
 * @param options days, today (UTC) included; the most sources and pictures
 */
export async function insightFigures(
  db: Kysely<Database>,
  { days, limit }: { days: number; limit: number },
): Promise<InsightFigures> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => ({
      byDay: await trafficFigures(tx, days),
      sources: await visitSources(tx, { days, limit }),
      pictures: await topPictures(tx, { days, limit }),
      steps: await funnel(tx, days),
    }));
}
