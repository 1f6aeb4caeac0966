import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { changeWaiting, pauseAll } from "../commands/queue.ts";
import { queueChange, queuePause } from "../inputs.ts";
import { memberQueue, type Queue } from "../queries/queue.ts";
import { castSchema } from "./cast-schema.ts";

const tag = "casts";
const noStore = { "cache-control": "no-store" };

const queue: z.ZodType<Queue> = z.object({
  items: z.array(castSchema),
  held: z.int().describe("Credits that are set aside for them"),
});

const queueDocs = described({
  tag,
  summary: "The member's waiting casts, in the order in which they are drawn",
  session: true,
  answers: { 200: { description: "All of them", schema: queue } },
});

const changeDocs = described({
  tag,
  summary:
    "Moves, pauses or changes a waiting cast; the price follows, and so does what is set aside",
  session: true,
  path: { id: "Id of the member's own cast" },
  body: { schema: queueChange },
  answers: { 200: { description: "The queue as it stands", schema: queue } },
  refuses: [400, 402, 404, 409, 422, 503],
});

const pauseDocs = described({
  tag,
  summary: "Pauses all waiting casts of the member, or lets them go on",
  session: true,
  body: { schema: queuePause },
  answers: { 200: { description: "The queue as it stands", schema: queue } },
  refuses: [400],
});

/** `GET /api/queue`, `PATCH /api/queue/{id}`, `POST /api/queue/pause`. */
export function queueRoutes(services: Services, limits: Limits) {
  return new Hono<AppEnv>()
    .get("/api/queue", queueDocs, async (c) => {
      const { userId } = requireMember(c);
      return c.json(await memberQueue(services.db, userId), 200, noStore);
    })
    .post("/api/queue/pause", pauseDocs, async (c) => {
      const member = requireMember(c);
      const { isPaused } = await parseBody(c, queuePause);
      await limits.take("queue-change", member.userId);
      await pauseAll(services, member, isPaused);
      return c.json(await memberQueue(services.db, member.userId), 200, noStore);
    })
    .patch("/api/queue/:id", changeDocs, async (c) => {
      const member = requireMember(c);
      const id = c.req.param("id");
      if (!isUuid(id)) throw new AppError("not-found");
      const change = await parseBody(c, queueChange);
      await limits.take("queue-change", member.userId);
      await changeWaiting(services, member, id, change);
      return c.json(await memberQueue(services.db, member.userId), 200, noStore);
    });
}
