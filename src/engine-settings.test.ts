import { expect, test } from "vitest";
import { readEngineSettings } from "./engine-settings.ts";

test("ST-07 several engines of a kind are read from the settings, each with its own values", () => {
  const engines = readEngineSettings({
    ENGINE_MAIN_KIND: "openai",
    ENGINE_MAIN_KEY: "sk-1",
    ENGINE_MAIN_MODELS: "gpt-image-2.5-flare=GPT Image, plain",
    ENGINE_GATE_KIND: "openai",
    ENGINE_GATE_URL: "http://gate.example/v1/",
    ENGINE_GATE_MODELS: "flux",
    ENGINE_GATE_HEADERS: "X-Key: a:b; X-Team: art",
    ENGINE_HOME_KIND: "comfyui",
    ENGINE_HOME_URL: "http://localhost:8188",
    ENGINE_EMPTY_KIND: "",
    OTHER: "x",
  });
  expect(engines.map(({ id }) => id)).toEqual(["openai:gate", "comfyui:home", "openai:main"]);
  expect(engines[0]).toMatchObject({
    baseUrl: "http://gate.example/v1",
    headers: { "X-Key": "a:b", "X-Team": "art" },
    models: [{ id: "flux", label: "flux" }],
  });
  expect(engines[2]).toMatchObject({
    baseUrl: "https://api.openai.com/v1",
    apiKey: "sk-1",
    deadlineMs: 300_000,
    models: [
      { id: "gpt-image-2.5-flare", label: "GPT Image" },
      { id: "plain", label: "plain" },
    ],
  });
});

test.for([
  [{ ENGINE_A_KIND: "midi" }, "ENGINE_A_KIND"],
  [{ ENGINE_A_KIND: "comfyui" }, "ENGINE_A_URL"],
  [{ ENGINE_A_KIND: "runware" }, "ENGINE_A_KEY"],
  [{ ENGINE_A_KIND: "openai" }, "ENGINE_A_MODELS"],
  [{ ENGINE_A_URL: "http://x.example" }, "ENGINE_A_KIND"],
  [
    { ENGINE_A_KIND: "runware", ENGINE_A_KEY: "x", ENGINE_A_DEFAULTS: "steps" },
    "ENGINE_A_DEFAULTS",
  ],
  [
    { ENGINE_A_KIND: "runware", ENGINE_A_KEY: "x", ENGINE_A_DEFAULTS: "steps=2; steps=3" },
    "ENGINE_A_DEFAULTS",
  ],
  [{ ENGINE_A_KIND: "sdapi", ENGINE_A_URL: "file:///etc/passwd" }, "ENGINE_A_URL"],
  [
    { ENGINE_A_KIND: "sdapi", ENGINE_A_URL: "http://x.example", ENGINE_A_SPEED: "9" },
    "ENGINE_A_SPEED",
  ],
] as const)("ST-07 an unusable engine setting is named: %o", ([source, name]) => {
  expect(() => readEngineSettings(source)).toThrow(name);
});

const home = { ENGINE_A_KIND: "sdapi", ENGINE_A_URL: "http://x.example" };

test.for([
  [{ ENGINE_A_B_KIND: "openai" }, "ENGINE_A_B_KIND: the name of an engine"],
  [{ "ENGINE_my-engine_KIND": "openai" }, "ENGINE_my-engine_KIND: the name of an engine"],
  [{ ENGINE_main_KEY: "sk-1" }, "ENGINE_main_KEY: the name of an engine"],
  [
    { ...home, ENGINE_A_MODEL: "x" },
    "ENGINE_A_MODEL: engines have no such setting; did you mean MODELS?",
  ],
  [
    { ...home, ENGINE_A_SPEED: "9" },
    "ENGINE_A_SPEED: engines have no such setting; there are KIND,",
  ],
  [{ ...home, ENGINE_A_HEADERS: "X-Key secret" }, "ENGINE_A_HEADERS: must be like"],
  [{ ...home, ENGINE_A_HEADERS: "X-Key: a; Bare" }, "ENGINE_A_HEADERS: must be like"],
  [{ ...home, ENGINE_A_HEADERS: "X Key: a" }, "ENGINE_A_HEADERS: must be like"],
  [{ ...home, ENGINE_A_HEADERS: "X-Key: a\nX-Evil: b" }, "ENGINE_A_HEADERS: has a line break"],
  [{ ...home, ENGINE_A_KEY: "user:pass\n" }, "ENGINE_A_KEY: has a line break"],
  [{ ...home, ENGINE_A_KEY: "  " }, "ENGINE_A_KEY: is blank"],
  [
    { ...home, ENGINE_A_DEADLINE: "0x20" },
    "ENGINE_A_DEADLINE: must be a whole number from 5 to 3600",
  ],
  [{ ...home, ENGINE_A_CONCURRENCY: "1e1" }, "ENGINE_A_CONCURRENCY: must be a whole number"],
] as const)(
  "a slip in an engine's settings is refused and not repeated: %o",
  ([source, message]) => {
    expect(() => readEngineSettings(source)).toThrow(message);
    expect(() => readEngineSettings(source)).not.toThrow(/secret|pass/);
  },
);

test("unrelated variables with the same prefix are ignored", () => {
  expect(readEngineSettings({ ENGINE_VERSION: "3", ENGINEERING_URL: "http://x.example" })).toEqual(
    [],
  );
});
