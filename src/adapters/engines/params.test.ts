/** Parameters at the protocol doubles: what is described, what is sent, what is refused. */
import { afterEach, expect, test } from "vitest";
import { aGenerateRequest } from "#tests/harness/generate-request.ts";
import { runComfyUi } from "#tests/providers/comfyui.ts";
import { samplers, schedulers } from "#tests/providers/comfyui-graph.ts";
import { settingsOf } from "#tests/providers/kinds.ts";
import { runOpenAi } from "#tests/providers/openai.ts";
import { runRunware } from "#tests/providers/runware.ts";
import { runSdApi } from "#tests/providers/sdapi.ts";
import { type Flavour, sdModels, sdSamplers } from "#tests/providers/sdapi-offer.ts";
import type { Provider } from "#tests/providers/service.ts";
import type { Params } from "#app/rules/engine-params.ts";
import { createComfyEngine } from "./comfyui.ts";
import { templates } from "./comfyui/templates.ts";
import { sourcePicture } from "./contract-pictures.ts";
import { createOpenAiEngine } from "./openai.ts";
import { capabilitiesWith, type Engine, type GenerateRequest } from "./port.ts";
import { createRunwareEngine } from "./runware.ts";
import { createSdApiEngine } from "./sdapi.ts";
import { createSketchEngine } from "./sketch.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function atDouble<P extends Provider>(
  starting: Promise<P>,
  make: (url: string) => Engine,
): Promise<{ provider: P; engine: Engine }> {
  const provider = await starting;
  const engine = make(provider.url);
  opened.push(provider, engine);
  return { provider, engine };
}

const sdapi = (flavour: Flavour) =>
  atDouble(runSdApi({ flavour, stepMs: 1 }), (url) =>
    createSdApiEngine(settingsOf("sdapi:test", url, { apiKey: "user:pass" })),
  );
const comfyui = (kind: keyof typeof templates) =>
  atDouble(runComfyUi(false, 0.1), (url) =>
    createComfyEngine(settingsOf("comfyui:test", url), templates[kind]),
  );
const openai = (...ids: string[]) =>
  atDouble(runOpenAi(), (url) =>
    createOpenAiEngine(
      settingsOf("openai:test", `${url}/v1`, {
        apiKey: "test-key",
        models: ids.map((id) => ({ id, label: id })),
      }),
    ),
  );
const runware = (...ids: string[]) =>
  atDouble(runRunware(), (url) =>
    createRunwareEngine({
      ...settingsOf("runware:test", url, { models: ids.map((id) => ({ id, label: id })) }),
      apiKey: "test-key",
    }),
  );

async function draw(engine: Engine, model: string, change: Partial<GenerateRequest> = {}) {
  return engine.generate(aGenerateRequest(model, change), {
    signal: new AbortController().signal,
    onProgress() {},
    async onImage() {},
    async saveResumeToken() {},
  });
}

/** The last request that a double has seen at an address. */
function lastSent(provider: Provider, end: string): Record<string, unknown> {
  const { body } = provider.seen.findLast(({ path }) => path.endsWith(end)) ?? {};
  return JSON.parse(body?.toString("utf8") ?? "null") as Record<string, unknown>;
}

const idsOf = async (engine: Engine) => (await engine.capabilities()).params.map(({ id }) => id);

test.each<[Flavour, string[]]>([
  ["a1111", ["sampler", "scheduler", "steps", "cfg", "hires"]],
  ["forge", ["sampler", "scheduler", "steps", "cfg", "guidance", "hires"]],
  ["sdnext", ["sampler", "steps", "cfg"]],
])("%s offers what its own description of a request has: %j", async (flavour, ids) => {
  const { engine } = await sdapi(flavour);
  expect(await idsOf(engine)).toEqual(ids);
});

test("sd-server describes nothing: it offers what its lists name", async () => {
  const { engine } = await sdapi("sd-server");
  const { params } = await engine.capabilities();
  expect(params.map(({ id }) => id)).toEqual(["sampler", "scheduler", "steps", "cfg"]);
  const [sampler] = params;
  expect(sampler.kind === "choice" && sampler.choices.map(({ value }) => value)).toEqual([
    "server",
    ...sdSamplers,
  ]);
});

test.each<[Flavour, string, Params, object]>([
  ["a1111", sdModels[0], {}, { steps: 20, cfg_scale: 7 }],
  [
    "a1111",
    sdModels[0],
    { sampler: "Euler a", scheduler: "karras", steps: 31, cfg: 4.5 },
    { sampler_name: "Euler a", scheduler: "karras", steps: 31, cfg_scale: 4.5 },
  ],
  ["sdnext", sdModels[0], { sampler: "Euler" }, { sampler_name: "Euler", steps: 20 }],
  ["forge", sdModels[2], {}, { steps: 20, cfg_scale: 1, distilled_cfg_scale: 3.5 }],
  ["forge", sdModels[2], { guidance: 2.2 }, { cfg_scale: 1, distilled_cfg_scale: 2.2 }],
])("%s is asked to draw %s with %j by %j", async (flavour, model, params, fields) => {
  const { provider, engine } = await sdapi(flavour);
  await draw(engine, model, { params });
  const sent = lastSent(provider, "/txt2img");
  expect(sent).toMatchObject(fields);
  expect("sampler_name" in sent).toBe("sampler" in params);
});

test("words to avoid are not claimed for a model whose guidance is distilled", async () => {
  const { engine } = await sdapi("forge");
  const can = await engine.capabilities();
  expect(capabilitiesWith(can, sdModels[0]).negativePrompt).toBe("native");
  expect(capabilitiesWith(can, sdModels[2]).negativePrompt).toBe("none");
});

test.each<[Params]>([[{ sampler: "No such" }], [{ steps: 0 }], [{ cfg: 7 }], [{ lora: "secret" }]])(
  "a model of Forge with distilled guidance refuses %j before a request",
  async (params) => {
    const { provider, engine } = await sdapi("forge");
    await expect(draw(engine, sdModels[2], { params })).rejects.toMatchObject({
      kind: "invalid-request",
    });
    expect(provider.seen.some(({ path }) => path.endsWith("/txt2img"))).toBe(false);
  },
);

test("ComfyUI offers the samplers and schedulers of the bound node, of a V3 combo too", async () => {
  const { engine } = await comfyui("checkpoint");
  const { params } = await engine.capabilities();
  const choices = (id: string) => {
    const param = params.find((one) => one.id === id);
    return param?.kind === "choice" ? param.choices.map(({ value }) => value) : [];
  };
  expect(params.map(({ id }) => id)).toEqual(["steps", "sampler", "scheduler", "cfg"]);
  expect(choices("sampler")).toEqual(samplers);
  expect(choices("scheduler")).toEqual(schedulers);
});

type Sent = { prompt: Record<string, { class_type: string; inputs: Record<string, unknown> }> };

test.each<["checkpoint" | "flux", Params, string, object]>([
  ["checkpoint", {}, "sampler", { steps: 20, cfg: 7, sampler_name: "dpmpp_2m" }],
  [
    "checkpoint",
    { steps: 12, cfg: 3.5, sampler: "euler", scheduler: "normal" },
    "sampler",
    { steps: 12, cfg: 3.5, sampler_name: "euler", scheduler: "normal" },
  ],
  ["flux", { guidance: 2.5 }, "guidance", { guidance: 2.5 }],
  ["flux", { guidance: 2.5 }, "sampler", { cfg: 1, steps: 20 }],
])("ComfyUI's %s workflow with %j has at %s %j", async (kind, params, node, inputs) => {
  const { provider, engine } = await comfyui(kind);
  await draw(engine, "dreamscape.safetensors", { params });
  const { prompt } = lastSent(provider, "/prompt") as Sent;
  expect(prompt[node].inputs).toMatchObject(inputs);
});

test("ComfyUI's flux workflow leaves words to avoid out, and says so", async () => {
  const { engine } = await comfyui("flux");
  expect((await engine.capabilities()).negativePrompt).toBe("none");
});

test.each([
  ["gpt-image-2.5-flare", { level: "low", background: "opaque" }, "low", "opaque"],
  ["gpt-image-2.5-flare", { background: "transparent" }, "medium", "transparent"],
  ["gpt-image-1.5", {}, "medium", undefined],
])("OpenAI's %s with %j is asked for %s, %s", async (model, params, quality, background) => {
  const { provider, engine } = await openai("gpt-image-2.5-flare", "gpt-image-1.5");
  await draw(engine, model, { params, width: 1024, height: 1024, memberId: "m-1" });
  const sent = lastSent(provider, "/images/generations");
  expect(sent["safety_identifier"]).toBe("m-1");
  expect(sent["quality"]).toBe(quality);
  expect(sent["background"]).toBe(background);
});

test("OpenAI's capabilities are each model's own, and an unknown server's model has no levels", async () => {
  const { engine } = await openai("gpt-image-2", "sd-turbo", "gpt-image-1.5");
  const can = await engine.capabilities();
  expect(capabilitiesWith(can, "gpt-image-2")).toMatchObject({ strength: false, previews: true });
  expect(capabilitiesWith(can, "gpt-image-1.5")).toMatchObject({ strength: true });
  expect(capabilitiesWith(can, "sd-turbo")).toMatchObject({
    qualities: ["standard"],
    previews: false,
  });
  expect(can.params.map(({ forModels }) => forModels)).toEqual([
    ["gpt-image-2", "gpt-image-1.5"],
    ["gpt-image-2", "gpt-image-1.5"],
  ]);
  for (const [model, params] of [
    ["sd-turbo", { level: "low" }],
    ["gpt-image-2", { background: "transparent" }],
  ] as const) {
    await expect(draw(engine, model, { params })).rejects.toMatchObject({
      kind: "invalid-request",
    });
  }
});

test.each<[string, Params, object]>([
  ["runware:101@1", {}, { steps: 20, CFGScale: 3.5 }],
  [
    "runware:101@1",
    { scheduler: "Euler Beta", steps: 28, cfg: 5 },
    { scheduler: "Euler Beta", steps: 28, CFGScale: 5 },
  ],
  ["runware:100@1", {}, { steps: 4, CFGScale: 1 }],
  ["civitai:101055@128078", { cfg: 8 }, { steps: 20, CFGScale: 8 }],
])("Runware draws %s with %j by %j", async (model, params, fields) => {
  const { provider, engine } = await runware(model);
  await draw(engine, model, { params });
  const [task] = provider.seen
    .map(({ body }) => body.toString("utf8"))
    .filter((body) => body.includes("imageInference"))
    .map((body) => (JSON.parse(body) as object[])[0]);
  expect(task).toMatchObject(fields);
  expect("scheduler" in task).toBe("scheduler" in params);
});

test("Runware's models of other makers get no field of sampling, seed or words to avoid", async () => {
  const { provider, engine } = await runware("bfl:2@1");
  expect(await idsOf(engine)).toEqual([]);
  await draw(engine, "bfl:2@1", { negativePrompt: "people" });
  const sent = provider.seen.map(({ body }) => body.toString("utf8")).join("\n");
  expect(sent).toContain("bfl:2@1");
  expect(sent).not.toMatch(/"steps"|"CFGScale"|"scheduler"|"seed"|people/);
});

test("Sketch draws in the medium that is chosen, whatever the words say", async () => {
  const engine = createSketchEngine({ workers: 1 });
  opened.push(engine);
  const finishOf = async (params: Params) => {
    const finishes: unknown[] = [];
    await engine.generate(
      {
        jobId: crypto.randomUUID(),
        mode: "txt2img",
        prompt: "a lake, oil painting",
        model: "sketch-1",
        width: 256,
        height: 256,
        count: 1,
        seed: 3,
        quality: "standard",
        params,
      },
      {
        signal: new AbortController().signal,
        onProgress() {},
        onImage: async ({ providerMeta }) => void finishes.push(providerMeta["finish"]),
        async saveResumeToken() {},
      },
    );
    return finishes[0];
  };
  expect(await finishOf({})).toBe("oil");
  expect(await finishOf({ medium: "words" })).toBe("oil");
  expect(await finishOf({ medium: "linocut" })).toBe("linocut");
  await expect(finishOf({ medium: "marble" })).rejects.toMatchObject({ kind: "invalid-request" });
  await expect(finishOf({ steps: 20 })).rejects.toMatchObject({ kind: "invalid-request" });
});

test("ComfyUI: no picture, source or words of a member stay on the server", async () => {
  const { provider, engine } = await comfyui("checkpoint");
  const source = { bytes: await sourcePicture(64, 64), mime: "image/png" };
  await draw(engine, "dreamscape.safetensors");
  await draw(engine, "dreamscape.safetensors", { mode: "img2img", source, strength: 0.4 });
  expect(provider.submitted).toHaveLength(2);
  expect(provider.kept).toEqual([]);
  expect(provider.remembered()).toEqual([]);
});
