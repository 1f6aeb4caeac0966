import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { adminAction, parseBody, requireAdmin, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { askHelper } from "#app/features/generation/commands.ts";
import { applyPrompt, savePrompt } from "../commands/prompts.ts";
import { newPrompt, promptPreview } from "../inputs/prompts.ts";
import { promptPurposes, promptVersions } from "../queries/prompts.ts";

const noStore = { "cache-control": "no-store" };
const admin = { tag: "admin", session: true } as const;

const version = z.object({
  id: z.uuid(),
  purpose: z.enum(promptPurposes),
  version: z.int(),
  body: z.string(),
  note: z.string(),
  isActive: z.boolean(),
  author: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

const listDocs = described({
  ...admin,
  summary: "What language models are told, version by version, the newest first",
  answers: {
    200: { description: "All of them", schema: z.object({ items: z.array(version) }) },
  },
  refuses: [403],
});
const saveDocs = described({
  ...admin,
  summary: "Writes the next version of a system prompt and puts it to use",
  body: { schema: newPrompt },
  answers: {
    201: { description: "Its number", schema: z.object({ id: z.uuid(), version: z.int() }) },
  },
  refuses: [400, 403],
});
const useDocs = described({
  ...admin,
  summary: "Puts an earlier version of a system prompt to use again",
  path: { id: "Id of the version" },
  answers: { 200: { description: "It is in use", schema: z.object({ version: z.int() }) } },
  refuses: [403, 404],
});
const previewDocs = described({
  ...admin,
  summary: "Tries a draft of a system prompt on words, keeping neither",
  body: { schema: promptPreview },
  answers: {
    200: { description: "The model's words", schema: z.object({ prompt: z.string() }) },
  },
  refuses: [400, 403, 404, 422, 503],
});

/** `GET` and `POST /api/admin/prompts`, `POST /api/admin/prompts/preview`, `POST /api/admin/prompts/{id}/use`. */
export function promptRoutes(services: Services, limits: Limits) {
  return new Hono<AppEnv>()
    .get("/api/admin/prompts", listDocs, async (c) => {
      requireAdmin(c);
      return c.json({ items: await promptVersions(services.db) }, 200, noStore);
    })
    .post("/api/admin/prompts", saveDocs, async (c) => {
      const by = adminAction(c);
      return c.json(await savePrompt(services, by, await parseBody(c, newPrompt)), 201, noStore);
    })
    .post("/api/admin/prompts/preview", previewDocs, async (c) => {
      const { userId } = requireAdmin(c);
      const { body, prompt } = await parseBody(c, promptPreview);
      await limits.take("prompt-help", userId);
      const answer = await askHelper(services, body, prompt, c.get("closing"));
      return c.json({ prompt: answer }, 200, noStore);
    })
    .post("/api/admin/prompts/:id/use", useDocs, async (c) => {
      const by = adminAction(c);
      const id = c.req.param("id");
      if (!isUuid(id)) throw new AppError("not-found");
      return c.json(await applyPrompt(services, by, id), 200, noStore);
    });
}
