import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import type { Audited } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { adminAction, parseBody, parseQuery, requireAdmin, type AppEnv } from "#app/lib/http.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { decideOnRefusal } from "../commands/prompt-refusals.ts";
import { changePromptRule, makePromptRule } from "../commands/prompt-rules.ts";
import { newRule, refusalInput, refusalQuery, ruleChanges } from "../inputs.ts";
import { promptRefusals, type PromptRefusal } from "../queries/prompt-refusals.ts";
import { promptRules, type PromptRule } from "../queries/prompt-rules.ts";

const noStore = { "cache-control": "no-store" };
const tag = "admin";

const rule: z.ZodType<PromptRule> = z.object({
  name: z.string(),
  words: z.array(z.string()),
  companions: z.array(z.string()),
  reason: z.string(),
  isEnabled: z.boolean(),
  isFixed: z.boolean(),
});

const refusal: z.ZodType<PromptRefusal> = z.object({
  id: z.uuid(),
  member: z.object({ name: z.string(), username: z.string() }),
  rule: z.string(),
  isFixed: z.boolean(),
  word: z.string(),
  prompt: z.string(),
  times: z.int(),
  allowed: z.boolean(),
  refusedAt: z.iso.datetime(),
});

const listDocs = described({
  tag,
  summary: "The rules that prompts are read by",
  session: true,
  answers: {
    200: { description: "All of them", schema: z.object({ items: z.array(rule) }) },
  },
  refuses: [403],
});
const changeDocs = described({
  tag,
  summary: "Changes a rule, or switches it on or off",
  session: true,
  path: { name: "Name of the rule" },
  body: { schema: ruleChanges },
  answers: { 200: { description: "The rule as it is now", schema: rule } },
  refuses: [400, 403, 404, 409],
});

const makeDocs = described({
  tag,
  summary: "Makes a rule",
  session: true,
  body: { schema: newRule },
  answers: { 201: { description: "The rule", schema: rule } },
  refuses: [400, 403, 409],
});
const refusalsDocs = described({
  tag,
  summary: "Prompts that rules refused in the last 30 days, the latest first",
  session: true,
  query: refusalQuery,
  answers: {
    200: {
      description: "A page of them",
      schema: z.object({ items: z.array(refusal), next: z.string().nullable() }),
    },
  },
  refuses: [400, 403],
});
const decideDocs = described({
  tag,
  summary: "Lets a refused prompt of a member pass from now on, or no more",
  session: true,
  path: { id: "Id of the refusal" },
  body: { schema: refusalInput },
  answers: { 204: { description: "Done" } },
  refuses: [400, 403, 404, 409],
});

/**
 * `GET` and `POST /api/admin/prompt-rules`, `PATCH /api/admin/prompt-rules/{name}`, `GET /api/admin/prompt-refusals`,
 * `PATCH /api/admin/prompt-refusals/{id}`.
 * @param audited writes the audit entries
 */
export function promptRuleRoutes(services: Services, audited: Audited) {
  return new Hono<AppEnv>()
    .get("/api/admin/prompt-rules", listDocs, async (c) => {
      requireAdmin(c);
      return c.json({ items: await promptRules(services.db) }, 200, noStore);
    })
    .post("/api/admin/prompt-rules", makeDocs, async (c) => {
      const by = adminAction(c);
      const made = await parseBody(c, newRule);
      return c.json(await makePromptRule(services, made, { ...by, audited }), 201, noStore);
    })
    .get("/api/admin/prompt-refusals", refusalsDocs, async (c) => {
      requireAdmin(c);
      return c.json(await promptRefusals(services.db, parseQuery(c, refusalQuery)), 200, noStore);
    })
    .patch("/api/admin/prompt-refusals/:id", decideDocs, async (c) => {
      const by = adminAction(c);
      const { allowed } = await parseBody(c, refusalInput);
      const id = c.req.param("id");
      if (!isUuid(id)) throw new AppError("not-found");
      await decideOnRefusal(services, id, allowed, { ...by, audited });
      return c.body(null, 204);
    })
    .patch("/api/admin/prompt-rules/:name", changeDocs, async (c) => {
      const by = adminAction(c);
      const changes = await parseBody(c, ruleChanges);
      const name = c.req.param("name");
      return c.json(
        await changePromptRule(services, name, changes, { ...by, audited }),
        200,
        noStore,
      );
    });
}
