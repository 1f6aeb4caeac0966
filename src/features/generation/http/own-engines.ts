import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import type { Audited } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { adminAction, parseBody, requireAdmin, type AppEnv } from "#app/lib/http.ts";
import { audiences } from "#app/rules/engine-audience.ts";
import { engineKinds, engineWorkflows } from "#app/rules/engine-kinds.ts";
import type { Services } from "#app/services.ts";
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import { addEngine, changeEngine, removeEngine, testEngine } from "../commands/own-engines.ts";
import { engineChanges, engineRemoval, engineTest, newEngine } from "../inputs/engines.ts";
import { adminEngines, type AdminEngine } from "../queries/engine-list.ts";
import { askEngine, type EngineReport } from "../queries/engine-trial.ts";

const noStore = { "cache-control": "no-store" };
const admin = { tag: "admin", session: true } as const;
const path = { id: "Id of the engine, such as sdapi:main" };

const engine: z.ZodType<AdminEngine> = z.object({
  id: z.string(),
  kind: z.enum(engineKinds),
  label: z.string(),
  url: z.string(),
  key: z.enum(["none", "stored", "unreadable"]).describe("Whether it has a key; never the key"),
  deadline: z.number(),
  concurrency: z.int(),
  bills: z.boolean(),
  models: z.string(),
  defaults: z.string(),
  own: z
    .object({
      workflow: z.enum(engineWorkflows),
      workflowFile: z.string().nullable().describe("Name of the workflow's file, where it is one"),
      priceFactor: z.number(),
      audience: z.enum(audiences),
      isOn: z.boolean(),
      isHidden: z.boolean().describe("An engine of the environment has taken its place"),
      version: z.int(),
    })
    .nullable()
    .describe("What can be changed here; null for an engine of the environment"),
});

const report: z.ZodType<EngineReport> = z.object({
  state: z.enum(["up", "degraded", "down"]),
  reason: z.string().nullable(),
  latencyMs: z.number().nullable(),
  can: z
    .object({
      txt2img: z.boolean(),
      img2img: z.boolean(),
      negativePrompt: z.enum(["native", "in-prompt", "none"]),
      seed: z.boolean(),
      strength: z.boolean(),
      progress: z.enum(["percent", "partials", "per-image", "stages", "none"]),
      previews: z.boolean(),
      cancel: z.enum(["immediate", "queued-only", "disconnect", "none"]),
      resumable: z.boolean(),
      sizes: z.union([
        z.object({
          kind: z.literal("list"),
          list: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly(),
        }),
        z.object({
          kind: z.literal("range"),
          min: z.int(),
          max: z.int(),
          multipleOf: z.int(),
          maxPixels: z.int().optional(),
        }),
      ]),
      models: z.array(z.string()).describe("The first 40"),
      modelCount: z.int(),
      qualities: z.array(z.string()),
      params: z.array(z.string()),
    })
    .nullable(),
});

const listDocs = described({
  ...admin,
  summary: "The engines that the environment names, and those that admins have set up",
  answers: {
    200: { description: "All of them", schema: z.object({ items: z.array(engine) }) },
  },
  refuses: [403],
});
const addDocs = described({
  ...admin,
  summary: "Adds an engine; all processes draw with it a moment later",
  body: { schema: newEngine },
  answers: { 201: { description: "Its id", schema: z.object({ id: z.string() }) } },
  refuses: [400, 403, 409],
});
const changeDocs = described({
  ...admin,
  summary: "Changes an engine, or switches it on or off",
  path,
  body: { schema: engineChanges },
  answers: { 204: { description: "Done" } },
  refuses: [400, 403, 404, 409],
});
const removeDocs = described({
  ...admin,
  summary: "Removes an engine that no cast waits for",
  path,
  body: { schema: engineRemoval },
  answers: { 204: { description: "Done" } },
  refuses: [400, 403, 404, 409],
});
const testDocs = described({
  ...admin,
  summary: "Asks a service how it is and what it can do, with settings that need not be stored",
  body: { schema: engineTest },
  answers: { 200: { description: "What it said, or why not", schema: report } },
  refuses: [400, 403, 404],
});
const askDocs = described({
  ...admin,
  summary: "Asks an engine how it is and what it can do",
  path,
  answers: { 200: { description: "What it said, or why not", schema: report } },
  refuses: [403, 404],
});

/**
 * `GET` and `POST /api/admin/engines`, `PATCH` and `DELETE /api/admin/engines/{id}`, `POST /api/admin/engines/test`,
 * `POST /api/admin/engines/{id}/test`.
 * @param audited writes the audit entries
 */
export function ownEngineRoutes(services: Services, audited: Audited) {
  return new Hono<AppEnv>()
    .get("/api/admin/engines", listDocs, async (c) => {
      requireAdmin(c);
      return c.json({ items: await adminEngines(services) }, 200, noStore);
    })
    .post("/api/admin/engines", addDocs, async (c) => {
      const by = adminAction(c);
      const given = await parseBody(c, newEngine);
      await requireFreshFactor(services, c.req.raw.headers);
      return c.json({ id: await addEngine(services, given, { ...by, audited }) }, 201, noStore);
    })
    .post("/api/admin/engines/test", testDocs, async (c) => {
      requireAdmin(c);
      const given = await parseBody(c, engineTest);
      // It may name any address, so that it is as good as an engine that is added.
      await requireFreshFactor(services, c.req.raw.headers);
      return c.json(await testEngine(services, given), 200, noStore);
    })
    .post("/api/admin/engines/:id/test", askDocs, async (c) => {
      requireAdmin(c);
      const found = services.engines.get(c.req.param("id"));
      if (!found?.service) throw new AppError("not-found");
      return c.json(await askEngine(found), 200, noStore);
    })
    .patch("/api/admin/engines/:id", changeDocs, async (c) => {
      const by = adminAction(c);
      const changes = await parseBody(c, engineChanges);
      await requireFreshFactor(services, c.req.raw.headers);
      await changeEngine(services, c.req.param("id"), changes, { ...by, audited });
      return c.body(null, 204);
    })
    .delete("/api/admin/engines/:id", removeDocs, async (c) => {
      const by = adminAction(c);
      const { version } = await parseBody(c, engineRemoval);
      await requireFreshFactor(services, c.req.raw.headers);
      await removeEngine(services, c.req.param("id"), version, { ...by, audited });
      return c.body(null, 204);
    });
}
