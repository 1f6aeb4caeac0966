import { afterAll, beforeAll, expect, test } from "vitest";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import { runChat, type ChatProvider } from "#tests/providers/chat.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { PromptRefusal } from "#app/features/generation/queries.ts";
import type { PromptVersion } from "../queries/prompts.ts";

let provider: ChatProvider;
let services: OpenServices;
let server: TestServer;
let admin: SignedUp;
let member: SignedUp;
beforeAll(async () => {
  provider = await runChat();
  const env = {
    PROMPT_HELPER_URL: `${provider.url}/v1`,
    PROMPT_HELPER_MODEL: "small",
    PROMPT_HELPER_KEY: "test-key",
  };
  services = await testServices({ env });
  server = await testServer(services);
  admin = await server.signUp("Ada Admin");
  member = await server.signUp("Mira Member");
  await server.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(async () => {
  await server.close();
  await services.close();
  await provider.close();
});

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names the answer
async function call<T>(who: SignedUp, method: string, address: string, body?: unknown) {
  const answer = await who.fetch(address, {
    method,
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as T };
}
const actionsOf = async (kind: string) =>
  (
    await server.services.db
      .selectFrom("admin_audit")
      .select(["action", "after"])
      .where("target_kind", "=", kind)
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

test("AD-04 a system prompt has versions: the newest is used, an earlier one again by a press, each action logged", async () => {
  const list = async () =>
    (await call<{ items: PromptVersion[] }>(admin, "GET", "/api/admin/prompts")).body.items;
  const [first] = await list();
  expect(first).toMatchObject({ version: 1, isActive: true, author: null });
  const enhance = async () => {
    provider.seen.length = 0;
    await call(member, "POST", "/api/prompt/enhance", { prompt: "a lake" });
    const sent = JSON.parse(provider.seen[0].body.toString("utf8")) as {
      messages: { content: string }[];
    };
    return sent.messages[0].content;
  };
  const draft = { purpose: "enhance", body: " Write a haiku. ", note: "Shorter" };
  const saved = await call<{ id: string }>(admin, "POST", "/api/admin/prompts", draft);
  expect(saved).toMatchObject({ status: 201, body: { version: 2 } });
  expect(await enhance()).toBe("Write a haiku.");
  expect(await call(admin, "POST", `/api/admin/prompts/${first.id}/use`)).toMatchObject({
    status: 200,
    body: { version: 1 },
  });
  expect(await enhance()).toBe(first.body);
  expect(
    (await list()).map(({ version, isActive, author }) => [version, isActive, author]),
  ).toEqual([
    [2, false, "Ada Admin"],
    [1, true, null],
  ]);
  expect(await actionsOf("prompt")).toEqual(["prompt.save", "prompt.use"]);
});

test("AD-04 versions that are saved at once get numbers of their own, and one of them is in use", async () => {
  const drafts = ["a", "b", "c", "d"].map((body) =>
    call<{ version: number }>(admin, "POST", "/api/admin/prompts", { purpose: "enhance", body }),
  );
  const versions = (await Promise.all(drafts)).map(({ body }) => body.version);
  expect(new Set(versions).size).toBe(4);
  const rows = await server.services.db
    .selectFrom("prompts")
    .select("version")
    .where("is_active", "=", true)
    .execute();
  expect(rows).toEqual([{ version: Math.max(...versions) }]);
});

test("AD-04 a draft can be tried on a prompt and is not stored", async () => {
  const before = await call<{ items: unknown[] }>(admin, "GET", "/api/admin/prompts");
  const json = { body: "Be brief.", prompt: "a hill" };
  expect(await call(admin, "POST", "/api/admin/prompts/preview", json)).toEqual({
    status: 200,
    body: { prompt: "a hill at dawn" },
  });
  expect(await call(admin, "GET", "/api/admin/prompts")).toEqual(before);
});

test.each([
  ["POST", "/api/admin/prompts", { purpose: "enhance", body: " " }, 400],
  ["POST", "/api/admin/prompts", { purpose: "other", body: "x" }, 400],
  ["POST", "/api/admin/prompts", { purpose: "enhance", body: "x".repeat(4001) }, 400],
  ["POST", `/api/admin/prompts/${crypto.randomUUID()}/use`, undefined, 404],
  ["POST", "/api/admin/prompt-rules", { name: "No Way", words: ["x"], reason: "x" }, 400],
  ["POST", "/api/admin/prompt-rules", { name: "none", words: [], reason: "x" }, 400],
  ["POST", "/api/admin/prompt-rules", { name: "gore", words: ["x"], reason: "x" }, 409],
  ["PATCH", `/api/admin/prompt-refusals/${crypto.randomUUID()}`, { allowed: true }, 404],
  ["PATCH", "/api/admin/prompt-refusals/1", { allowed: true }, 404],
])("%s %s with %j is refused by %i", async (method, address, body, status) => {
  expect((await call(admin, method, address, body)).status).toBe(status);
});

test("MO-09 a new rule refuses by name; an admin exempts that prompt of that member, and undoes it", async () => {
  const rule = { name: "rival", words: ["acme"], reason: "No pictures of rivals." };
  expect((await call(admin, "POST", "/api/admin/prompt-rules", rule)).status).toBe(201);
  const cast = (who: SignedUp, prompt: string) =>
    call<{ errors?: { code: string; message: string }[] }>(who, "POST", "/api/generate", {
      prompt,
      quality: "standard",
    });
  const refused = await cast(member, "the tower of ACME");
  await cast(member, "the tower of ACME");
  expect(refused).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          code: "rule:rival",
          message:
            "No pictures of rivals. The rule “rival” found “acme”. If it is wrong, an admin of this site can let it pass.",
        },
      ],
    },
  });
  const { items } = (
    await call<{ items: PromptRefusal[] }>(admin, "GET", "/api/admin/prompt-refusals")
  ).body;
  expect(items).toMatchObject([
    { rule: "rival", word: "acme", prompt: "the tower of ACME", times: 2, allowed: false },
  ]);
  const decide = (allowed: boolean) =>
    call(admin, "PATCH", `/api/admin/prompt-refusals/${items[0].id}`, { allowed });
  expect((await decide(true)).status).toBe(204);
  expect((await cast(member, "the tower of ACME")).status).toBe(202);
  expect((await cast(member, "another tower of ACME")).status).toBe(400);
  const other = await server.signUp("Omar Other");
  expect((await cast(other, "the tower of ACME")).status).toBe(400);
  expect((await decide(false)).status).toBe(204);
  expect((await cast(member, "the tower of ACME")).status).toBe(400);
  expect(await actionsOf("rule")).toEqual(["rule.create", "rule.allow", "rule.forbid"]);
});

test("MO-09 nobody can be exempted from a fixed rule", async () => {
  const prompt = { prompt: "a nude child" };
  const refused = await call(member, "POST", "/api/generate", prompt);
  expect(JSON.stringify(refused.body)).not.toContain("let it pass");
  const row = await server.services.db
    .selectFrom("prompt_refusals")
    .select("id")
    .where("rule", "=", "minors")
    .executeTakeFirstOrThrow();
  const decided = await call(admin, "PATCH", `/api/admin/prompt-refusals/${row.id}`, {
    allowed: true,
  });
  expect(decided.status).toBe(409);
});
