import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { anAdmin, anEngine, engineCalls } from "#tests/harness/own-engines.ts";
import { testServer, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import { type ComfyProvider, runComfyUi } from "#tests/providers/comfyui.ts";
import type { OpenServices } from "#app/open-services.ts";

let comfy: ComfyProvider;
let services: OpenServices;
let server: TestServer;
let engines: ReturnType<typeof engineCalls>;
beforeAll(async () => {
  comfy = await runComfyUi(false, 0.1);
  services = await testServices();
  server = await testServer(services);
  engines = engineCalls(await anAdmin(server));
});
afterEach(async () => {
  await services.db.deleteFrom("engines").execute();
  await services.ownEngines.refresh();
});
afterAll(async () => {
  await server.close();
  await services.close();
  await comfy.close();
});

const stored = () => services.db.selectFrom("engines").selectAll().execute();

const graph = {
  "3": { class_type: "KSampler", inputs: { seed: 0, cfg: 7, latent_image: ["5", 0] } },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "" } },
  "9": { class_type: "PreviewImage", inputs: { images: ["3", 0] } },
};
const workflow = (inputs: object[]) => ({
  name: "mine.json",
  text: JSON.stringify({
    txt2img: {
      graph,
      bindings: { prompt: ["6", "text"], seed: ["3", "seed"], output: "9" },
      inputs,
    },
  }),
});
const cfg = { bind: ["3", "cfg"], kind: "float", label: "Strictness", min: 1, max: 20 };
const aWorkflow = (url: string, file: object | undefined) =>
  anEngine(url, { kind: "comfyui", workflow: "file", workflowFile: file, key: undefined });

test("ST-07 a workflow of one's own is tested and stored, stays when other things change, and is never in a list or the audit log", async () => {
  const file = workflow([cfg]);
  const tried = await engines.test({ ...aWorkflow(comfy.url, file), name: undefined });
  expect(tried.body).toMatchObject({ state: "up", can: { params: ["Strictness"] } });
  expect(await engines.add(aWorkflow(comfy.url, file))).toMatchObject({ status: 201 });
  const own = "comfyui:studio";
  expect(await engines.change(own, { version: 1, label: "Cellar" })).toMatchObject({ status: 204 });
  const [row] = await stored();
  expect(row).toMatchObject({ workflow: "file", workflow_name: "mine.json" });
  expect(row.workflow_text).toBe(file.text);
  const list = await engines.list();
  expect(list.body).toMatchObject({
    items: [{ id: own, own: { workflow: "file", workflowFile: "mine.json" } }],
  });
  const audit = await services.db.selectFrom("admin_audit").selectAll().execute();
  expect(`${list.text}${JSON.stringify(audit)}`).not.toContain("KSampler");
  // A stored file counts in a test too.
  const again = { ...aWorkflow(comfy.url, undefined), name: undefined, id: own };
  expect((await engines.test(again)).body).toMatchObject({ can: { params: ["Strictness"] } });
  expect(await engines.change(own, { version: 2, workflow: "flux" })).toMatchObject({
    status: 204,
  });
  expect(await stored()).toMatchObject([
    { workflow: "flux", workflow_name: null, workflow_text: null },
  ]);
  expect(await engines.change(own, { version: 3, workflow: "file" })).toMatchObject({
    status: 400,
    body: { errors: [{ path: "workflowFile" }] },
  });
});

test.each([
  ["no file", undefined],
  ["no JSON", { name: "a.json", text: "{" }],
  ["what the editor saves", { name: "a.json", text: '{"nodes":[],"links":[]}' }],
  ["an input that leads nowhere", workflow([{ ...cfg, bind: ["3", "none"] }])],
  ["a file that is too large", { name: "a.json", text: "x".repeat(500_001) }],
  ["a file without a name", { ...workflow([]), name: "" }],
])("ST-07 a workflow is refused at its field: %s", async (_, file) => {
  const answer = await engines.add(aWorkflow(comfy.url, file));
  expect(answer.status).toBe(400);
  const [fault] = (answer.body as { errors: { path: string }[] }).errors;
  expect(fault.path).toMatch(/^workflowFile/);
  expect(await stored()).toEqual([]);
});

test("ST-07 a test names the nodes of a workflow that the server does not have", async () => {
  const text = workflow([]).text.replace("PreviewImage", "ImpactPreview");
  const tried = await engines.test({
    ...aWorkflow(comfy.url, { name: "a.json", text }),
    name: undefined,
  });
  expect(tried.body).toMatchObject({
    state: "degraded",
    reason: "The server has no node ImpactPreview",
  });
});
