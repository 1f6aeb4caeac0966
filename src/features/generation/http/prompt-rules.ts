import { Hono } from "hono";
import { z } from "zod";
import { described } from "../../../lib/describe.ts";
import type { NoteDeed } from "../../../lib/deeds.ts";
import { parseBody, requireAdmin, type AppEnv } from "../../../lib/http.ts";
import type { Services } from "../../../services.ts";
import { changePromptRule } from "../commands/prompt-rules.ts";
import { ruleChanges } from "../inputs.ts";
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

/**
 * `GET /api/admin/prompt-rules`, `PATCH /api/admin/prompt-rules/{name}`.
 * @param note writes down what admins change
 */
export function promptRuleRoutes(services: Services, note: NoteDeed): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/api/admin/prompt-rules", listDocs, async (c) => {
      requireAdmin(c);
      return c.json({ items: await promptRules(services.db) }, 200, noStore);
    })
    .patch("/api/admin/prompt-rules/:name", changeDocs, async (c) => {
      const deed = { admin: requireAdmin(c), requestId: c.get("requestId") };
      const changes = await parseBody(c, ruleChanges);
      const name = c.req.param("name");
      return c.json(await changePromptRule(services, name, changes, { deed, note }), 200, noStore);
    });
}
