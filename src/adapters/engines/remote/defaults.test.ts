import { afterEach, expect, test } from "vitest";
import { settingsOf } from "#tests/providers/kinds.ts";
import { runSdApi } from "#tests/providers/sdapi.ts";
import { createSdApiEngine } from "../sdapi.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

test("a default that only the server can tell is wrong is left out, and the engine's health says so", async () => {
  const provider = await runSdApi({ flavour: "a1111", stepMs: 1 });
  const engine = createSdApiEngine(
    settingsOf("sdapi:test", provider.url, {
      apiKey: "user:pass",
      defaults: { sampler: "Euler z", scheduler: "karras", steps: "9" },
    }),
  );
  opened.push(provider, engine);
  const { params, models } = await engine.capabilities();
  const defaults = Object.fromEntries(params.map((param) => [param.id, param.default]));
  expect(defaults).toMatchObject({ sampler: "server", scheduler: "karras", steps: 9 });
  expect(models[0].defaults?.high).toEqual({ cfg: 7 });
  expect(await engine.health(new AbortController().signal)).toMatchObject({
    state: "degraded",
    detail: "DEFAULTS: sampler: Must be one of the choices, not Euler z",
  });
});
