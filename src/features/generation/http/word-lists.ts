import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { changeWordList, createWordList, deleteWordList } from "../commands/word-lists.ts";
import { newWordList, wordListChanges } from "../inputs/word-lists.ts";
import { wordLists, type WordList } from "../queries/word-lists.ts";

const noStore = { "cache-control": "no-store" };
const tag = "word lists";

const list: z.ZodType<WordList> = z.object({
  id: z.uuid(),
  name: z.string().describe("Prompts name the list as `__name__`"),
  words: z.array(z.string()),
});
const path = { id: "Id of the member's own list" };

const listDocs = described({
  tag,
  summary: "The member's lists of words for prompts",
  session: true,
  answers: {
    200: { description: "All of them, by name", schema: z.object({ items: z.array(list) }) },
  },
});
const createDocs = described({
  tag,
  summary: "Makes a list",
  session: true,
  body: { schema: newWordList },
  answers: { 201: { description: "The list", schema: list } },
  refuses: [400, 409],
});
const changeDocs = described({
  tag,
  summary: "Changes a list; casts keep what was drawn from it",
  session: true,
  path,
  body: { schema: wordListChanges },
  answers: { 200: { description: "The list as it is now", schema: list } },
  refuses: [400, 404],
});
const deleteDocs = described({
  tag,
  summary: "Deletes a list",
  session: true,
  path,
  answers: { 204: { description: "It is gone" } },
  refuses: [404],
});

/** `GET, POST /api/word-lists`, `PATCH, DELETE /api/word-lists/{id}`. */
export function wordListRoutes(services: Services) {
  return new Hono<AppEnv>()
    .get("/api/word-lists", listDocs, async (c) => {
      const { userId } = requireMember(c);
      return c.json({ items: await wordLists(services.db, userId) }, 200, noStore);
    })
    .post("/api/word-lists", createDocs, async (c) => {
      const member = requireMember(c);
      const input = await parseBody(c, newWordList);
      return c.json(await createWordList(services, member, input), 201, noStore);
    })
    .patch("/api/word-lists/:id", changeDocs, async (c) => {
      const member = requireMember(c);
      const changes = await parseBody(c, wordListChanges);
      const changed = await changeWordList(services, member, c.req.param("id"), changes);
      return c.json(changed, 200, noStore);
    })
    .delete("/api/word-lists/:id", deleteDocs, async (c) => {
      await deleteWordList(services, requireMember(c), c.req.param("id"));
      return c.body(null, 204);
    });
}
