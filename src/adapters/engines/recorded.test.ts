/** What the doubles answer to the adapters, held against the answers of the real servers (tests/providers/recorded-shapes.ts). */
import { expect, test } from "vitest";
import type { z } from "zod";
import { aGenerateRequest } from "#tests/harness/generate-request.ts";
import { runComfyUi } from "#tests/providers/comfyui.ts";
import { kinds, settingsOf, type Kind } from "#tests/providers/kinds.ts";
import { comfyShapes, runwareShapes, sdShapes } from "#tests/providers/recorded-shapes.ts";
import { runRunware } from "#tests/providers/runware.ts";
import { runSdApi } from "#tests/providers/sdapi.ts";
import { pngOf, type Answer, type Provider } from "#tests/providers/service.ts";
import { templates } from "./comfyui/templates.ts";
import { createComfyEngine } from "./comfyui.ts";
import type { Engine, GenerateRequest } from "./port.ts";
import { createRunwareEngine } from "./runware.ts";

type Shapes = Readonly<Record<string, z.ZodType>>;

/** Holds each answer against the shape of its name. @returns the names that were seen, and what does not fit */
function watch(provider: Provider, shapes: Shapes, nameOf: (answer: Answer) => string | null) {
  const seen = new Set<string>();
  const wrong: string[] = [];
  provider.onAnswer = (answer) => {
    const name = nameOf(answer);
    if (name === null) return;
    seen.add(name);
    // As it arrives: without fields that are undefined.
    const parsed = shapes[name]?.safeParse(JSON.parse(JSON.stringify(answer.body)));
    if (parsed === undefined) wrong.push(`${name} is of no recorded address`);
    else if (!parsed.success) wrong.push(`${name}: ${parsed.error.message.slice(0, 400)}`);
  };
  return () => ({ seen: [...seen].toSorted(), wrong });
}

const request = (model: string, more: Partial<GenerateRequest> = {}) =>
  aGenerateRequest(model, { count: 2, ...more });

async function draw(engine: Engine, asked: GenerateRequest): Promise<void> {
  await engine.generate(asked, {
    signal: new AbortController().signal,
    onProgress() {},
    async onImage() {},
    async saveResumeToken() {},
  });
}

const source = async () => ({ bytes: await pngOf(512, 512, 4), mime: "image/png" });

function kindOf(name: string): Kind {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
}

/** Asks for what the adapter asks for only at times. */
const ask = (provider: Provider, address: string, body?: object) => {
  const [method, path] = address.split(" ");
  const authorization = `Basic ${Buffer.from("user:pass").toString("base64")}`;
  return fetch(`${provider.url}${path}`, {
    method,
    headers: { authorization, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
};

test.each([
  ["A1111", "a1111"],
  ["Forge", "forge"],
  ["SD.Next", "sdnext"],
  ["sd-server", "sd-server"],
] as const)("ST-07 the double of %s answers as the server does", async (name, flavour) => {
  const kind = kindOf(name);
  const provider = await runSdApi({ flavour, stepMs: 20, previewEverySteps: 2 });
  const found = watch(provider, sdShapes[flavour], ({ method, path, status }) => {
    if (status === 401) return "unauthorised";
    // An address that the server does not have, what FastAPI makes of the requests, and another interface of sd-server.
    if (status === 404 || path === "/openapi.json" || path.startsWith("/sdcpp/")) return null;
    return `${method} ${path}`;
  });
  const engine = kind.engine(provider.url);
  await engine.capabilities();
  await draw(engine, request(kind.model));
  await draw(engine, request(kind.model, { mode: "img2img", source: await source() }));
  await ask(provider, "GET /sdapi/v1/progress");
  await ask(provider, "GET /internal/pending-tasks");
  await ask(provider, "POST /internal/progress", { id_task: "none", id_live_preview: -1 });
  await ask(provider, "POST /sdapi/v1/interrupt", {});
  await fetch(`${provider.url}/sdapi/v1/progress`);
  await engine.close();
  await provider.close();
  expect(found()).toEqual({ seen: Object.keys(sdShapes[flavour]).toSorted(), wrong: [] });
});

test("ST-07 the double of ComfyUI answers as the server does", async () => {
  const provider = await runComfyUi();
  const found = watch(provider, comfyShapes, ({ method, path, status }) => {
    if (status === 400) return "refused";
    if (/^\/api\/jobs\/[^/]+\/cancel$/.test(path)) return "POST /api/jobs/cancel";
    return `${method} ${path.replace(/^(\/object_info\/|\/history\/).+$/, "$1")}`;
  });
  const engine = createComfyEngine(settingsOf("comfyui:test", provider.url), templates.checkpoint);
  const { models } = await engine.capabilities();
  const model = models[0]?.id ?? "";
  await engine.health(new AbortController().signal);
  await draw(engine, request(model));
  await draw(engine, request(model, { mode: "img2img", source: await source() }));
  const sent = provider.seen.findLast(({ path }) => path === "/prompt")?.body.toString() ?? "";
  const { prompt } = JSON.parse(
    sent.replaceAll(/"sampler_name":"[^"]*"/g, '"sampler_name":"none"'),
  ) as {
    prompt: object;
  };
  const { prompt: whole } = JSON.parse(sent) as { prompt: object };
  const gone = { class_type: "LoadImage", inputs: { image: "gone.png" } };
  const shown = { class_type: "PreviewImage", inputs: { images: ["gone", 0] } };
  const partly = { ...whole, gone, shown };
  for (const body of [{}, { prompt, prompt_id: "x" }, { prompt }, { prompt: partly }]) {
    await ask(provider, "POST /prompt", body);
  }
  await ask(provider, "GET /queue");
  await ask(provider, `POST /api/jobs/${crypto.randomUUID()}/cancel`, {});
  await engine.close();
  await provider.close();
  expect(found()).toEqual({ seen: Object.keys(comfyShapes).toSorted(), wrong: [] });
});

test("ST-07 the double of Runware answers as the service does", async () => {
  const provider = await runRunware();
  const found = watch(provider, runwareShapes, ({ body }) => {
    const { data, errors } = body as { data?: { status?: string; pong?: boolean }[]; errors?: [] };
    if (errors !== undefined) return "refused";
    const [first] = data ?? [];
    if (first?.pong === true) return null;
    return { processing: "processing", success: "drawn" }[first?.status ?? ""] ?? "taken";
  });
  const engine = createRunwareEngine({
    ...settingsOf("runware:test", provider.url),
    apiKey: "test-key",
  });
  await draw(engine, request("runware:101@1", { count: 1 }));
  await expect(draw(engine, request("runware:101@1", { prompt: "a" }))).rejects.toMatchObject({
    name: "EngineError",
  });
  await engine.close();
  await provider.close();
  expect(found()).toEqual({ seen: Object.keys(runwareShapes).toSorted(), wrong: [] });
});
