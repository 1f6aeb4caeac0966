import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import type { ModelFaultKind } from "#app/rules/model-faults.ts";
import { keptStates, modelAsks, modelSteps, modelTasks } from "#app/rules/model-states.ts";
import { confirmInput, wantInput } from "../inputs.ts";
import type { ListedModel, MachineFacts, ModelList } from "../queries.ts";

const admin = { tag: "admin", session: true } as const;
const path = { id: "Id of the model, such as sdxs-512" };

const faultKinds = [
  "gated",
  "missing",
  "unauthorized",
  "rate-limited",
  "no-space",
  "not-writable",
  "wrong-hash",
  "changed",
  "bad-file",
  "unreachable",
  "refused",
] as const satisfies readonly ModelFaultKind[];

const statement = z.object({
  path: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  revision: z.string().describe("The commit on the hub"),
});

const model: z.ZodType<ListedModel> = z.object({
  id: z.string(),
  label: z.string(),
  summary: z.string(),
  licence: z.object({
    spdx: z.string(),
    sentence: z.string(),
    maySell: z.boolean(),
    url: z.string(),
  }),
  isAccepted: z.boolean(),
  bytes: z.int().nullable().describe("Of all files; null where the hub has to say it"),
  memory: z.object({ ram: z.int(), vram: z.int().nullable() }),
  needsCard: z.boolean(),
  draws: z.boolean().describe("False for a model that only enlarges"),
  program: z
    .enum(["addon", "sd-server"])
    .describe("What draws with it: the program that is fetched, or the server of SD_SERVER"),
  redraws: z.boolean().describe("Whether a part of a picture can be redrawn with it"),
  size: z.object({ width: z.int(), height: z.int() }),
  unknownFiles: z.array(z.string()).describe("Files that the catalogue has no hash of"),
  statements: z.array(statement).describe("What the hub stated of them, to be confirmed"),
  reason: z.string().nullable().describe("Why it failed or is paused"),
  fault: z
    .object({
      kind: z.enum(faultKinds),
      facts: z.object({
        file: z.string().optional(),
        host: z.string().optional(),
        repo: z.string().optional(),
        needed: z.number().optional(),
        free: z.number().optional(),
        status: z.int().optional(),
        detail: z.string().optional(),
      }),
    })
    .nullable(),
  state: z.enum(["available", ...keptStates]),
  task: z.enum(modelTasks),
  step: z.enum(modelSteps).nullable(),
  asks: z.enum(modelAsks).nullable(),
  bytesDone: z.int(),
  bytesTotal: z.int().nullable(),
  rate: z.int().nullable().describe("Bytes a second"),
  part: z.number().describe("Of the measuring, 0 to 1"),
  seconds: z.number().nullable().describe("Seconds a picture, as measured here"),
  offered: z.boolean(),
  isLoaded: z.boolean(),
});

const list: z.ZodType<ModelList> = z.object({
  items: z.array(model),
  disk: z.object({ free: z.number(), total: z.number() }),
  at: z.string(),
});

const machine: z.ZodType<MachineFacts> = z.object({
  ram: z.number().describe("Bytes of memory"),
  device: z.object({ kind: z.enum(["cpu", "gpu"]), name: z.string(), hint: z.string().nullable() }),
  runtime: z.object({
    state: z.enum(["absent", "ready", "unsupported"]),
    version: z.string(),
    reason: z.string().nullable(),
  }),
});

export const listDocs = described({
  ...admin,
  summary:
    "Models that draw on this machine: what can be had, what is here, and what the machine has",
  answers: {
    200: {
      description: "All of them",
      schema: z.object({ models: list, machine }),
    },
  },
  refuses: [403],
});

export const streamDocs = described({
  ...admin,
  summary: "Server-sent events models: all models and the free disk, at most twice a second",
  answers: {
    200: {
      description: "Events until the server restarts or the session ends",
      schema: z.string(),
      type: "text/event-stream",
    },
  },
  refuses: [403],
});

export const statementsDocs = described({
  ...admin,
  summary: "Asks the hub for the hashes of files that the catalogue has none of",
  path,
  answers: {
    200: {
      description: "What it states, to be confirmed",
      schema: z.object({ items: z.array(statement) }),
    },
  },
  refuses: [403, 404, 422],
});

export const wantDocs = described({
  ...admin,
  summary: "Accepts the licence of a model, fetches, checks and measures it, and offers it",
  path,
  body: { schema: wantInput },
  answers: { 202: { description: "It waits for its turn" } },
  refuses: [400, 403, 404, 409],
});

export const confirmDocs = described({
  ...admin,
  summary: "Confirms what a model asks: hashes that the hub stated, or a picture that takes long",
  path,
  body: { schema: confirmInput },
  answers: { 204: { description: "Done" } },
  refuses: [400, 403, 404, 409],
});

export const actionDocs = described({
  ...admin,
  summary:
    "Does one of pause, resume, cancel, retry, verify, measure, offer, withdraw, remove, restore with a model",
  path: { ...path, action: "What is done" },
  answers: { 204: { description: "Done" } },
  refuses: [403, 404, 409],
});
