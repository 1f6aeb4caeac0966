import { Hono } from "hono";
import { csvResponse, type CsvColumn } from "#app/lib/csv.ts";
import { parseQuery, requireAdmin, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { visitsCsvQuery } from "../inputs/insights.ts";
import {
  topPictures,
  trafficFigures,
  visitSources,
  type TopPicture,
  type TrafficDay,
  type VisitSource,
} from "../queries.ts";
import { csvDocs } from "./csv.ts";

/** Lists that are short by nature: 90 days, 500 hosts a day, and the pictures that most look at. */
const most = { hosts: 50_000, pictures: 1_000 } as const;

const dayColumns: readonly CsvColumn<TrafficDay>[] = [
  { label: "Day", value: ({ day }) => day },
  { label: "Visitors", value: ({ visitors }) => visitors },
  { label: "Image views", value: ({ views }) => views },
  { label: "Casts", value: ({ casts }) => casts },
  { label: "Sign-ups", value: ({ signUps }) => signUps },
];
const sourceColumns: readonly CsvColumn<VisitSource>[] = [
  { label: "Site", value: ({ host }) => host },
  { label: "Visitors", value: ({ visitors }) => visitors },
  { label: "Sign-ups", value: ({ signUps }) => signUps },
];
const pictureColumns: readonly CsvColumn<TopPicture>[] = [
  { label: "Image", value: ({ title }) => title },
  { label: "Address", value: ({ slug }) => slug },
  { label: "Creator", value: ({ creator }) => creator },
  { label: "Views", value: ({ views }) => views },
];

const docs = {
  days: csvDocs("Visitors, views, casts and sign-ups by day as CSV", visitsCsvQuery),
  sources: csvDocs("Where visitors and new members came from as CSV", visitsCsvQuery),
  pictures: csvDocs("The images that were looked at most as CSV", visitsCsvQuery),
};

/** A list that is read at once. */
const whole = async <Row>(rows: Promise<Row[]>) => ({ items: await rows, next: null });

/** What the page Insights shows, as CSV. */
export function insightsRoutes({ db }: Pick<Services, "db">) {
  return new Hono<AppEnv>()
    .get("/api/admin/visits.csv", docs.days, (c) => {
      requireAdmin(c);
      const { days } = parseQuery(c, visitsCsvQuery);
      return csvResponse("visits", dayColumns, () => whole(trafficFigures(db, days)));
    })
    .get("/api/admin/visit-sources.csv", docs.sources, (c) => {
      requireAdmin(c);
      const { days } = parseQuery(c, visitsCsvQuery);
      const rows = () => visitSources(db, { days, limit: most.hosts });
      return csvResponse("visit-sources", sourceColumns, () => whole(rows()));
    })
    .get("/api/admin/top-images.csv", docs.pictures, (c) => {
      requireAdmin(c);
      const { days } = parseQuery(c, visitsCsvQuery);
      const rows = () => topPictures(db, { days, limit: most.pictures });
      return csvResponse("top-images", pictureColumns, () => whole(rows()));
    });
}
