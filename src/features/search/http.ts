import { Hono } from "hono";
import { limitKey } from "#app/lib/client-ip.ts";
import { parseQuery, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { searchCounter } from "./commands.ts";
import { searchDocs, suggestionDocs } from "./http/docs.ts";
import { filtersOf, searchKeys, searchQuery, suggestionQuery } from "./inputs.ts";
import { scopeOf, searchPictures, suggestionsFor } from "./queries.ts";

/** Suggestions, and searches at the address of the feeds (docs/api.md); what asks for a feed goes on to the slice of pictures. */
export function searchRoutes(services: Services, limits: Limits) {
  const routes = new Hono<AppEnv>().get("/api/search/suggestions", suggestionDocs, async (c) => {
    const { q } = parseQuery(c, suggestionQuery);
    const items = await services.search.gate.run(() => suggestionsFor(services.db, q));
    return c.json({ items }, 200, { "cache-control": "private, max-age=60" });
  });
  return routes.get("/api/pictures", searchDocs, async (c, next) => {
    if (!searchKeys.some((key) => c.req.query(key) !== undefined)) return next();
    const input = parseQuery(c, searchQuery);
    await limits.take("search", c.get("actor").userId ?? limitKey(c.get("ip")));
    const { q = "", sort, exact, within, cursor, limit } = input;
    const scope = within === undefined ? null : await scopeOf(services.db, c.get("actor"), within);
    const filters = filtersOf(input);
    const page = await searchPictures(services, {
      ...(scope && { scope }),
      q: q.trim(),
      ...(sort && { sort }),
      filters,
      exact: exact !== undefined,
      ...(cursor !== undefined && { cursor }),
      limit,
    });
    // What somebody looks for among their own things is nobody's business.
    if (scope !== null) return c.json(page, 200, { "cache-control": "no-store" });
    if (cursor === undefined) searchCounter(services, q, page.total?.count ?? page.items.length)();
    return c.json(page, 200, { "cache-control": "no-cache" });
  });
}
