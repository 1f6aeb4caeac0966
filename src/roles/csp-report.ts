import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import type { AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { readJson } from "#app/lib/read-body.ts";
import { text } from "#app/lib/text.ts";

const short = text().transform((given) => given.slice(0, 200).toWellFormed());
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
  refuses: [400, 413, 415, 429],
});

/** Log lines per minute for all clients together; the rest is counted. */
const linesAMinute = 30;

/** Decides which reports are logged, with the number dropped since the last one. */
function createSample(now = () => performance.now()) {
  let minute = 0;
  let lines = 0;
  let left = 0;
  return (): { isLogged: boolean; left: number } => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) [minute, lines] = [current, 0];
    if (lines >= linesAMinute) {
      left += 1;
      return { isLogged: false, left };
    }
    lines += 1;
    const before = left;
    left = 0;
    return { isLogged: true, left: before };
  };
}

/** Where browsers report violations of the content security policy (ASVS 3.4.7): logged, a flood as a sample. */
export function cspReportRoutes(limits: Pick<Limits, "take">): Hono<AppEnv> {
  const sample = createSample();
  return new Hono<AppEnv>().post("/api/csp-report", reportDocs, async (c) => {
    await limits.take("csp-report", limitKey(c.get("ip")));
    const parsed = body.safeParse(await readJson(c.req.raw, 16_000));
    if (parsed.success) {
      const { isLogged, left } = sample();
      const facts = { csp: parsed.data["csp-report"], ...(left > 0 && { leftOut: left }) };
      if (isLogged) c.get("log").warn(facts, "policy violation");
    }
    return c.body(null, 204);
  });
}
