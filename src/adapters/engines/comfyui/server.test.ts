import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ComfyProvider, runComfyUi } from "#tests/providers/comfyui.ts";
import { settingsOf } from "#tests/providers/kinds.ts";
import { openRemote, signalsFor, type Remote } from "../remote/call.ts";
import { type ComfyServer, comfyServer } from "./server.ts";
import { templates } from "./templates.ts";

let provider: ComfyProvider;
let remote: Remote;
let server: ComfyServer;
beforeAll(async () => {
  provider = await runComfyUi(false, 0.1);
  remote = openRemote(settingsOf("comfyui:test", provider.url));
  server = comfyServer(remote);
});
afterAll(async () => {
  await remote.close();
  await provider.close();
});
beforeEach(() => {
  provider.release();
  provider.restart();
});

const signals = () => signalsFor(new AbortController().signal, 60_000);

/** A drawing that is right; its output is the node `save`. */
function drawing() {
  const { graph } = structuredClone(templates.checkpoint.txt2img);
  graph["checkpoint"].inputs["ckpt_name"] = "dreamscape.safetensors";
  return graph;
}

/** The same beside an output whose picture the server does not have: the node `shown`. */
const halfRight = () => ({
  ...drawing(),
  gone: { class_type: "LoadImage", inputs: { image: "gone.png" } },
  shown: { class_type: "PreviewImage", inputs: { images: ["gone", 0] } },
});

function submit(graph: unknown, output: string) {
  const promptId = crypto.randomUUID();
  const asked = { promptId, clientId: "test", output };
  return { promptId, taken: server.submit(graph, asked, signals()) };
}

test("a graph of which the server refuses another output is drawn", async () => {
  const { promptId, taken } = submit(halfRight(), "save");
  expect(await taken).toBe(promptId);
  const history = () => server.history(promptId, "save", signals());
  await expect.poll(history).toMatchObject({ finished: true, failure: null });
  expect((await history()).pictures).toHaveLength(1);
  expect(provider.cancelled).not.toContain(promptId);
});

test("a graph of which the server takes only other outputs is refused, and they are not drawn", async () => {
  provider.hold();
  const { promptId, taken } = submit(halfRight(), "shown");
  await expect(taken).rejects.toMatchObject({
    name: "EngineError",
    kind: "invalid-request",
    billed: "no",
    cause: expect.objectContaining({
      message: expect.stringContaining("Custom validation failed for node"),
    }),
  });
  expect(provider.submitted).toContain(promptId);
  expect(provider.cancelled).toContain(promptId);
});

test("a graph without an output that the server takes is refused", async () => {
  const graph = drawing();
  graph["sampler"].inputs["scheduler"] = "none";
  const { promptId, taken } = submit(graph, "save");
  await expect(taken).rejects.toMatchObject({ kind: "invalid-request", billed: "no" });
  expect(provider.submitted).not.toContain(promptId);
});

test("a prompt's place is by its number: the server does not list what waits in order", async () => {
  provider.hold();
  const ids: string[] = [];
  for (let nth = 0; nth < 4; nth += 1) ids.push(await submit(drawing(), "save").taken);
  // As from the server's own page: "Queue (Front)".
  await fetch(`${provider.url}/prompt`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ prompt: drawing(), front: true }),
  });
  const [running, ...waiting] = ids;
  const listed = await fetch(`${provider.url}/queue`);
  const { queue_pending: pending } = (await listed.json()) as { queue_pending: [number][] };
  expect(pending.map(([number]) => number)).toEqual([-4, 1, 3, 2]);
  expect(await server.place(running, signals())).toEqual({ state: "running" });
  const places = await Promise.all(waiting.map((id) => server.place(id, signals())));
  expect(places).toEqual([2, 3, 4].map((ahead) => ({ state: "pending", ahead })));
  expect(await server.place(crypto.randomUUID(), signals())).toBeNull();
});
