import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { cancelGrid, deleteGrid, requestGrid, shareGrid } from "../commands/grids.ts";
import { idempotencyKey } from "../inputs.ts";
import { gridChanges, gridInput } from "../inputs/grids.ts";
import { gridById, type Grid } from "../queries/grids.ts";
import { castSchema } from "./cast-schema.ts";
import { keyOf } from "./idempotency-key.ts";

const noStore = { "cache-control": "no-store" };
const tag = "grids";
const path = { id: "Id of the member's own grid" };

const side = z.object({
  by: z.enum(["words", "seed", "model", "aspect", "quality", "strength", "kit", "param"]),
  id: z.string().optional(),
  name: z.string().optional(),
  values: z.array(z.string()),
});
const grid: z.ZodType<Grid> = z.object({
  id: z.uuid(),
  isOwn: z.boolean(),
  isPublic: z.boolean(),
  prompt: z.string().nullable(),
  columns: side,
  rows: side.nullable(),
  owner: z.object({ name: z.string(), username: z.string(), avatar: z.string().nullable() }),
  pictures: z.int(),
  cost: z.int().nullable(),
  createdAt: z.iso.datetime(),
  cells: z
    .array(z.custom<Grid["cells"][number]>().meta({ type: ["object", "null"] }))
    .describe("Row by row; null for a picture that is not there or not for the reader"),
  casts: z
    .array(z.object({ cell: z.int(), cast: castSchema }))
    .describe("The casts of the pictures, for the owner alone"),
});

const requestDocs = described({
  tag,
  summary: "Casts a grid of pictures that vary by rows and columns: all of them or none",
  session: true,
  headers: [
    {
      name: "Idempotency-Key",
      description: "Chosen by the client; the same request again is the same grid",
      required: true,
      schema: idempotencyKey,
    },
  ],
  body: { schema: gridInput },
  answers: {
    202: {
      description: "Queued",
      schema: z.object({ id: z.uuid(), pictures: z.int(), cost: z.int() }),
    },
  },
  refuses: [400, 402, 404, 409, 422, 429, 503],
});
const gridDocs = described({
  tag,
  summary: "A grid of one's own, or a public one with the pictures that are public and approved",
  path: { id: "Id of the grid" },
  answers: { 200: { description: "The grid as it stands", schema: grid } },
  refuses: [404],
});
const shareDocs = described({
  tag,
  summary: "Lets others see the grid's page, or no more",
  session: true,
  path,
  body: { schema: gridChanges },
  answers: { 200: { description: "Done", schema: z.object({ isPublic: z.boolean() }) } },
  refuses: [400, 404],
});
const cancelDocs = described({
  tag,
  summary: "Cancels all open pictures of the grid; what is not drawn is not paid",
  session: true,
  path,
  answers: { 202: { description: "How many were open", schema: z.object({ open: z.int() }) } },
  refuses: [404],
});
const deleteDocs = described({
  tag,
  summary: "Deletes the grid and its casts from the log; its pictures stay",
  session: true,
  path,
  answers: { 204: { description: "It is gone" } },
  refuses: [404, 409],
});

function idOf(param: string): string {
  if (!isUuid(param)) throw new AppError("not-found");
  return param;
}

/** `POST /api/grids`, `GET, PATCH, DELETE /api/grids/{id}`, `POST /api/grids/{id}/cancel`. */
export function gridRoutes(services: Services) {
  return new Hono<AppEnv>()
    .post("/api/grids", requestDocs, async (c) => {
      const member = requireMember(c);
      const key = keyOf(c.req.header("idempotency-key"));
      const input = await parseBody(c, gridInput);
      const { replayed, ...made } = await requestGrid(services, member, input, key);
      return c.json(made, 202, { ...noStore, ...(replayed && { "idempotent-replayed": "true" }) });
    })
    .get("/api/grids/:id", gridDocs, async (c) => {
      const found = await gridById(services.db, c.var.actor, idOf(c.req.param("id")));
      if (found === null) throw new AppError("not-found");
      return c.json(found, 200, noStore);
    })
    .patch("/api/grids/:id", shareDocs, async (c) => {
      const member = requireMember(c);
      const id = idOf(c.req.param("id"));
      const { isPublic } = await parseBody(c, gridChanges);
      await shareGrid(services, member, id, isPublic);
      return c.json({ isPublic }, 200, noStore);
    })
    .post("/api/grids/:id/cancel", cancelDocs, async (c) => {
      const member = requireMember(c);
      const open = await cancelGrid(services, member, idOf(c.req.param("id")));
      return c.json({ open }, 202, noStore);
    })
    .delete("/api/grids/:id", deleteDocs, async (c) => {
      await deleteGrid(services, requireMember(c), idOf(c.req.param("id")));
      return c.body(null, 204);
    });
}
