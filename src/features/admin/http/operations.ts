import { Hono } from "hono";
import { z } from "zod";
import { queueNames, upkeepNames } from "#app/adapters/jobs/port.ts";
import { described } from "#app/lib/describe.ts";
import { adminAction, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { startBackup } from "../commands.ts";
import { backupList, operations } from "../queries.ts";

const admin = { tag: "admin", session: true } as const;
const time = z.iso.datetime();
const stored = z.object({ count: z.int(), bytes: z.int() });

const operationsDocs = described({
  ...admin,
  summary: "The running installation: processes, engines, queues, storage and database",
  answers: {
    200: {
      description: "As it is now",
      schema: z.object({
        version: z.string(),
        node: z.string(),
        postgres: z.string(),
        migration: z.string().nullable(),
        processes: z.array(z.object({ roles: z.array(z.string()), startedAt: time, seenAt: time })),
        engines: z.array(
          z.object({
            label: z.string(),
            health: z.enum(["up", "degraded", "down", "unknown"]),
            done: z.int(),
            failed: z.int(),
            seconds: z.number().nullable(),
          }),
        ),
        casts: z.object({ queued: z.int(), running: z.int() }),
        oldestWait: time.nullable(),
        queues: z.array(
          z.object({
            queue: z.enum(queueNames),
            waiting: z.int(),
            retrying: z.int(),
            working: z.int(),
            failed: z.int(),
          }),
        ),
        upkeep: z.array(
          z.object({
            name: z.enum(upkeepNames),
            last: z.object({ startedAt: time, durationMs: z.int(), nextAt: time }).nullable(),
            failure: z.object({ at: time, error: z.string() }).nullable(),
          }),
        ),
        storage: z.object({
          pictures: stored,
          uploads: stored,
          disk: z.object({ free: z.number(), total: z.number() }).nullable(),
        }),
        database: z.object({
          bytes: z.int(),
          tables: z.array(z.object({ name: z.string(), bytes: z.int() })),
        }),
        at: time,
      }),
    },
  },
  refuses: [403],
});

const backups = z.object({
  folder: z.string(),
  run: z
    .object({
      name: z.string(),
      state: z.enum(["queued", "running", "done", "failed"]),
      phase: z.enum(["files", "tables"]).nullable(),
      done: z.int(),
      total: z.int(),
      requestedAt: time,
      finishedAt: time.nullable(),
      error: z.string().nullable(),
    })
    .nullable()
    .describe("The run that was asked for last"),
  items: z.array(
    z.object({
      name: z.string(),
      createdAt: time,
      files: z.int(),
      rows: z.int(),
      bytes: z.int(),
    }),
  ),
  damaged: z.array(z.object({ name: z.string(), reason: z.string() })),
  at: time,
});

const backupsDocs = described({
  ...admin,
  summary: "The newest backups in the folder of backups, and how far the running one is",
  answers: { 200: { description: "Newest first", schema: backups } },
  refuses: [403],
});

const startDocs = described({
  ...admin,
  summary: "Asks a worker for a backup",
  answers: {
    202: {
      description: "It is made as soon as a worker is free",
      schema: z.object({ id: z.uuid(), name: z.string() }),
    },
  },
  refuses: [403, 409],
});

/** What the page Operations reads and does. */
export function operationsRoutes(services: Services) {
  return new Hono<AppEnv>()
    .get("/api/admin/operations", operationsDocs, async (c) => c.json(await operations(services)))
    .get("/api/admin/backups", backupsDocs, async (c) => c.json(await backupList(services)))
    .post("/api/admin/backups", startDocs, async (c) =>
      c.json(await startBackup(services, adminAction(c)), 202),
    );
}
