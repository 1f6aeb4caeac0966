import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { Member } from "#app/lib/actor.ts";
import { screenPrompt } from "./prompt-rules.ts";

let services: OpenServices;
beforeAll(async () => {
  const quick = quickEngine();
  services = await testServices({ engines: new Map([[quick.id, quick]]) });
});
afterAll(() => services.close());

async function aRefusedMember() {
  const { id } = await aMember(services);
  const actor: Member = { role: "member", userId: id };
  const refuse = (prompt: string) =>
    expect(screenPrompt(services, actor, prompt)).rejects.toMatchObject({
      code: "invalid-request",
    });
  const kept = async () => {
    const rows = await services.db
      .selectFrom("prompt_refusals")
      .select(["id", "prompt"])
      .where("user_id", "=", id)
      .orderBy("refused_at")
      .orderBy("id")
      .execute();
    return rows;
  };
  return { refuse, kept };
}

test("MO-09 a member's newest 50 refused prompts are kept, and the allowed ones besides", async () => {
  const { refuse, kept } = await aRefusedMember();
  const other = await aRefusedMember();
  await other.refuse("gore of somebody else");
  await refuse("gore that may pass");
  const [allowed] = await kept();
  await services.db
    .updateTable("prompt_refusals")
    .set({ allowed_at: new Date() })
    .where("id", "=", allowed.id)
    .execute();
  for (let n = 1; n <= 55; n += 1) await refuse(`gore ${n}`);
  const prompts = (await kept()).map(({ prompt }) => prompt);
  expect(prompts).toHaveLength(51);
  expect(prompts).toContain("gore that may pass");
  expect(prompts).not.toContain("gore 5");
  expect(prompts).toContain("gore 6");
  expect(prompts.at(-1)).toBe("gore 55");
  expect(await other.kept()).toHaveLength(1);
});
