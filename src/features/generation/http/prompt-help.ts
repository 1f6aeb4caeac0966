import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { enhancePrompt } from "../commands/prompt-help.ts";
import { enhanceInput } from "../inputs.ts";

const docs = described({
  tag: "casts",
  summary: "Other words for a prompt, by a language model; 404 where none is set up",
  session: true,
  body: { schema: enhanceInput },
  answers: {
    200: {
      description: "The model's words: text of a stranger, at most as long as a prompt",
      schema: z.object({ prompt: z.string() }),
    },
  },
  refuses: [400, 404, 422, 503],
});

/** `POST /api/prompt/enhance`. */
export function promptHelpRoutes(services: Services, limits: Limits) {
  return new Hono<AppEnv>().post("/api/prompt/enhance", docs, async (c) => {
    const member = requireMember(c);
    const { prompt } = await parseBody(c, enhanceInput);
    await limits.take("prompt-help", member.userId);
    // A server that drains does not wait for a model.
    const answer = await enhancePrompt(services, member, prompt, c.get("closing"));
    return c.json(answer, 200, { "cache-control": "no-store" });
  });
}
