import { Hono } from "hono";
import { z } from "zod";
import { limitKey } from "#app/lib/client-ip.ts";
import { described } from "#app/lib/describe.ts";
import { parseBody, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { sendMessage } from "./commands.ts";
import { contactInput } from "./inputs.ts";

const contactDocs = described({
  tag: "service",
  summary: "Writes to whoever runs this site; guests give a name and an address",
  body: { schema: contactInput },
  answers: {
    201: { description: "It is kept", schema: z.object({ id: z.uuid() }) },
  },
  refuses: [400],
});

/** POST /api/contact: the forms below /contact. */
export function contentRoutes(services: Pick<Services, "db" | "env" | "jobs">, limits: Limits) {
  return new Hono<AppEnv>().post("/api/contact", contactDocs, async (c) => {
    const input = await parseBody(c, contactInput);
    const actor = c.get("actor");
    await limits.take("contact", actor.userId ?? limitKey(c.get("ip")));
    return c.json(await sendMessage(services, actor, input), 201);
  });
}
