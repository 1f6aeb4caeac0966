import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster, castRoutes } from "#tests/harness/cast-routes.ts";
import { aMember } from "#tests/harness/factories.ts";
import { quickEngine, type QuickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Param } from "#app/rules/engine-params.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker } from "../jobs.ts";
import type { Cast } from "../queries.ts";

const common = { label: "", group: "sampling", advanced: true } as const;
const steps: Param = {
  ...common,
  id: "steps",
  kind: "int",
  min: 1,
  max: 60,
  step: 1,
  default: 20,
};
const look: Param = { ...common, id: "look", kind: "bool", default: false };

let services: OpenServices;
let worker: ReturnType<typeof startWorker>;
let main: QuickEngine;
let words: QuickEngine;
beforeAll(async () => {
  const down = { throws: { kind: "auth" as const }, delivers: 1 };
  const refused = { throws: { kind: "moderated-prompt" as const }, delivers: 0 };
  main = {
    ...quickEngine({ down, refused }, { label: "Main", params: [steps, look] }),
    id: "main",
  };
  words = { ...quickEngine({}, { label: "Spare", neural: true, params: [steps] }), id: "spare" };
  services = await testServices({
    engines: new Map([
      ["main", main],
      ["spare", words],
    ]),
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
});

async function ended(body: object): Promise<Cast> {
  const { cast, app } = await aRouteCaster(services, 30);
  const { id } = await cast(body);
  const read = async () => (await (await app.request(`/api/generations/${id}`)).json()) as Cast;
  await expect.poll(async () => (await read()).finishedAt).not.toBeNull();
  return read();
}

test("ST-07 another engine draws what is missing when the chosen one is gone and the member allows it", async () => {
  const cast = await ended({ prompt: "down a lake", engine: "main", count: 3, fallback: true });
  expect(cast).toMatchObject({
    state: "done",
    delivered: 3,
    engine: { id: "spare", label: "Spare" },
    fellBackFrom: "Main",
    creditsBack: 0,
  });
  expect(words.calls.at(-1)).toMatchObject({ skip: [0], count: 3 });
});

test("ST-07 an engine that takes over draws with the parameters that it has, and the cast says which", async () => {
  const params = { look: true, steps: 30 };
  const cast = await ended({
    prompt: "down a lake",
    engine: "main",
    count: 2,
    fallback: true,
    params,
  });
  expect(main.calls.at(-1)).toMatchObject({ params });
  expect(words.calls.at(-1)?.params).toEqual({ steps: 30 });
  expect(cast).toMatchObject({ engine: { id: "spare" }, params: { steps: 30 } });
  const { picture } = cast.progress[1];
  const { gen_meta: meta } = await services.db
    .selectFrom("pictures")
    .select("gen_meta")
    .where("id", "=", picture?.id ?? "")
    .executeTakeFirstOrThrow();
  expect(meta).toMatchObject({ params: { steps: 30 } });
});

test("ST-07 no other engine draws when it is not allowed, or when the words were refused", async () => {
  const kept = await ended({ prompt: "down a lake", engine: "main", count: 2 });
  expect(kept).toMatchObject({ delivered: 1, engine: { id: "main" }, fellBackFrom: null });
  const refused = await ended({ prompt: "refused a lake", engine: "main", fallback: true });
  expect(refused).toMatchObject({ state: "failed", engine: { id: "main" }, fellBackFrom: null });
});

test("ST-08 an engine that takes only text gets a kit as text after the prompt, the log keeps only the prompt", async () => {
  const cast = await ended({ prompt: "a lake", engine: "spare", styleKit: "night-bus" });
  expect(cast).toMatchObject({ prompt: "a lake", styleKit: { name: "Night bus" } });
  const asked = words.calls.at(-1);
  expect(asked?.prompt).toMatch(/^a lake, glass, wet asphalt, night, sodium and cyan.*palette of/);
  await ended({ prompt: "a lake", engine: "main", styleKit: "night-bus" });
  expect(main.calls.at(-1)).toMatchObject({
    prompt: "a lake",
    styleKit: { material: "glass, wet asphalt" },
  });
});

test("MO-09 a prompt that breaks a rule is refused with the rule's name; admins are exempt, except from fixed rules", async () => {
  const member = await aRouteCaster(services);
  const answer = await member.post({ prompt: "a scene of gore" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [{ path: "prompt", code: "rule:gore", message: expect.stringContaining("“gore”") }],
  });
  const { id } = await aMember(services, { role: "admin", credits: 10 });
  const admin = castRoutes(services, { role: "admin", userId: id });
  const ask = (prompt: string) =>
    admin.request("/api/generate", {
      method: "POST",
      body: JSON.stringify({ prompt }),
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    });
  expect((await ask("a scene of gore")).status).toBe(202);
  expect((await ask("a nude child")).status).toBe(400);
  const change = (app: typeof admin, name: string, body: object) =>
    app.request(`/api/admin/prompt-rules/${name}`, {
      method: "PATCH",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  expect((await change(member.app, "gore", { isEnabled: false })).status).toBe(403);
  expect((await change(admin, "minors", { isEnabled: false })).status).toBe(409);
  expect((await change(admin, "nothing", { isEnabled: false })).status).toBe(404);
  expect((await change(admin, "gore", { isEnabled: false })).status).toBe(200);
  const log = await services.db
    .selectFrom("admin_audit")
    .select(["action", "admin_id", "target_id"])
    .where("target_kind", "=", "rule")
    .execute();
  expect(log).toEqual([{ action: "rule.change", admin_id: id, target_id: "gore" }]);
  expect((await member.post({ prompt: "a scene of gore" })).status).toBe(202);
});
