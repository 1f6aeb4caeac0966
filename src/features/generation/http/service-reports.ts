import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { parseQuery, requireAdmin, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { serviceReportQuery } from "../inputs.ts";
import { reportedCasts } from "../queries/service-reports.ts";

const cast = z.object({
  id: z.uuid(),
  member: z.object({ name: z.string(), username: z.string() }),
  engine: z.object({ id: z.string(), label: z.string() }),
  model: z.string(),
  state: z.string(),
  count: z.int(),
  delivered: z.int(),
  mayHaveBilled: z.array(z.int()),
  failKind: z.string().nullable(),
  reports: z.array(z.looseObject({ index: z.int() })),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});

const docs = described({
  tag: "admin",
  summary:
    "What services said of casts: costs, usage, request ids, changed prompts; and what they may have billed",
  session: true,
  query: serviceReportQuery,
  answers: {
    200: {
      description: "A page of casts, the latest first, without their prompts",
      schema: z.object({ items: z.array(cast), next: z.string().nullable() }),
    },
  },
  refuses: [400, 403],
});

/** `GET /api/admin/service-reports`. */
export function serviceReportRoutes({ db }: Pick<Services, "db">) {
  return new Hono<AppEnv>().get("/api/admin/service-reports", docs, async (c) => {
    requireAdmin(c);
    const page = await reportedCasts(db, parseQuery(c, serviceReportQuery));
    return c.json(page, 200, { "cache-control": "no-store" });
  });
}
