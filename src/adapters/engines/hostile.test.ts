/** Responses of a broken or hostile service may end one cast, never the process. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { aGenerateRequest } from "#tests/harness/generate-request.ts";
import { kinds, settingsOf } from "#tests/providers/kinds.ts";
import { oddBytes, oddTexts } from "#tests/providers/comfyui-frames.ts";
import { runProvider } from "#tests/providers/service.ts";
import { binaryFrame, textFrame } from "./comfyui/frames.ts";
import { templates } from "./comfyui/templates.ts";
import { createComfyEngine } from "./comfyui.ts";
import type { Engine, GenerateRequest } from "./port.ts";
import { createSdApiEngine } from "./sdapi.ts";

const deepJson = "[".repeat(100_000) + "]".repeat(100_000);
const deepError = `{"error":${deepJson},"detail":${deepJson},"errors":${deepJson}}`;

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeAll(() => {
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
});
afterAll(() => {
  process.off("unhandledRejection", note);
  process.off("uncaughtException", note);
});

function draw(engine: Engine, asked: GenerateRequest) {
  return engine.generate(asked, {
    signal: new AbortController().signal,
    onProgress() {},
    async onImage() {},
    async saveResumeToken() {},
  });
}

const caught = (work: Promise<unknown>) => work.catch((thrown: unknown) => thrown);

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "%s: refusals nested 100,000 deep end as an engine error",
  async (_name, kind) => {
    const provider = await runProvider(({ res }) => {
      res.writeHead(400, { "content-type": "application/json" }).end(deepError);
    });
    const { model } = kind;
    const engine = kind.engine(provider.url, { models: [{ id: model, label: model }] });
    expect(await caught(draw(engine, aGenerateRequest(model)))).toMatchObject({
      name: "EngineError",
    });
    await engine.close();
    await provider.close();
    expect(unhandled).toEqual([]);
  },
);

test("deeply nested progress responses are ignored while the picture is drawn", async () => {
  const settings = settingsOf("sdapi:test", "", { models: [{ id: "m", label: "m" }] });
  const looked = Promise.withResolvers<void>();
  const provider = await runProvider(async (exchange) => {
    const { path, res } = exchange;
    if (path.endsWith("/pending-tasks")) return exchange.json(200, { size: 0, tasks: [] });
    if (path.endsWith("/progress")) {
      res.writeHead(400, { "content-type": "application/json" });
      res.end(deepError, () => void setTimeout(looked.resolve, 100));
      return;
    }
    if (!path.endsWith("/txt2img")) return exchange.json(404, {});
    await looked.promise;
    exchange.json(200, { images: ["bm90IGEgcGljdHVyZQ=="], info: deepJson });
  });
  const engine = createSdApiEngine({ ...settings, baseUrl: provider.url });
  const error = await caught(draw(engine, aGenerateRequest("m")));
  expect(error).toMatchObject({ name: "EngineError", kind: "bad-response" });
  await engine.close();
  await provider.close();
  expect(unhandled).toEqual([]);
});

test.each(["\ud800", "../queue", "x".repeat(101), ""])(
  "ComfyUI: the odd prompt id %j is not used",
  async (id) => {
    const provider = await runProvider((exchange) => {
      if (exchange.path === "/prompt") exchange.json(200, { prompt_id: id, node_errors: {} });
      else exchange.json(exchange.path.startsWith("/history/") ? 200 : 404, {});
    });
    const models = [{ id: "m", label: "m" }];
    const settings = settingsOf("comfyui:test", provider.url, { models, deadlineMs: 1000 });
    const engine = createComfyEngine(settings, templates.checkpoint);
    // The queue cannot be read, so the cast polls for the prompt until its deadline.
    const error = await caught(draw(engine, aGenerateRequest("m")));
    expect(error).toMatchObject({ name: "EngineError", kind: "timeout" });
    const asked = provider.seen.filter(({ path }) => path.startsWith("/history/"));
    expect(asked[0].path).toMatch(/^\/history\/[0-9a-f-]{36}$/);
    await engine.close();
    await provider.close();
  },
);

test.each(oddTexts.map((text) => [text.slice(0, 70), text]))(
  "the frame %j does not throw",
  (_start, text) => {
    expect(() => textFrame(text)).not.toThrow();
  },
);

test("binary frames with arbitrary bytes never throw", () => {
  for (const bytes of oddBytes) expect(binaryFrame(bytes)).toEqual({ kind: "other" });
});
