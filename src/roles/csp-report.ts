import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import type { AppEnv } from "#app/lib/http.ts";
import { readJson } from "#app/lib/read-body.ts";

const short = z.string().transform((text) => text.slice(0, 200));
const report = z.object({
  "effective-directive": short.optional(),
  "violated-directive": short.optional(),
  "blocked-uri": short.optional(),
  "source-file": short.optional(),
});
const body = z.object({ "csp-report": report });

const reportDocs = described({
  tag: "service",
  summary: "Where browsers report what the content security policy stopped",
  body: { schema: body, type: "application/csp-report" },
  answers: { 204: { description: "Logged" } },
  refuses: [400, 413, 415],
});

/** Where browsers report what the content security policy stopped (ASVS 3.4.7): a line in the log. */
export function cspReportRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>().post("/api/csp-report", reportDocs, async (c) => {
    const parsed = body.safeParse(await readJson(c.req.raw, 16_000));
    if (parsed.success) c.get("log").warn({ csp: parsed.data["csp-report"] }, "policy violation");
    return c.body(null, 204);
  });
}
