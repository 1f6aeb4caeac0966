/** The kinds of service and their forks, each with its double, its adapter, and the expected error of each fault. */
import { templates } from "#app/adapters/engines/comfyui/templates.ts";
import { createComfyEngine } from "#app/adapters/engines/comfyui.ts";
import { createOpenAiEngine } from "#app/adapters/engines/openai.ts";
import type { Engine, EngineErrorKind } from "#app/adapters/engines/port.ts";
import type { RemoteSettings } from "#app/adapters/engines/remote/settings.ts";
import { createRunwareEngine } from "#app/adapters/engines/runware.ts";
import { createSdApiEngine } from "#app/adapters/engines/sdapi.ts";
import { runComfyUi } from "./comfyui.ts";
import { runOpenAi } from "./openai.ts";
import { runRunware } from "./runware.ts";
import { runSdApi } from "./sdapi.ts";
import { type Flavour, sdModels, sdServerModel } from "./sdapi-offer.ts";
import type { Fault, Provider } from "./service.ts";

/** Settings of an engine under test. */
export const settingsOf = (
  id: string,
  baseUrl: string,
  change: Partial<RemoteSettings> = {},
): RemoteSettings => ({
  id,
  label: id,
  baseUrl,
  headers: {},
  models: [],
  deadlineMs: 5000,
  concurrency: 1,
  ...change,
});

export type Outcome = EngineErrorKind | "half" | "whole";

export type Kind = {
  name: string;
  model: string;
  width: number;
  height: number;
  provider(): Promise<Provider>;
  /** The same service drawing as quickly as possible; `provider` if it always does. */
  quick?(): Promise<Provider>;
  engine(url: string, change?: Partial<RemoteSettings>): Engine;
  /** The expected error of each fault; a fault that is not listed does not exist in this protocol. */
  outcomes: Partial<Record<Fault, Outcome>>;
};

function sdKind(
  name: string,
  flavour: Flavour,
  outcomes: Kind["outcomes"],
  model = sdModels[0],
): Kind {
  return {
    name,
    model,
    width: 512,
    height: 512,
    provider: () => runSdApi({ flavour }),
    quick: () => runSdApi({ flavour, stepMs: 1 }),
    engine: (url, change) =>
      createSdApiEngine(settingsOf("sdapi:test", url, { apiKey: "user:pass", ...change })),
    outcomes: {
      "slow-headers": "whole",
      cut: "bad-response",
      "rate-limited": "rate-limited",
      unauthorised: "auth",
      "second-fails": "half",
      "wrong-type": "bad-response",
      "broken-picture": "bad-response",
      hang: "timeout",
      down: "bad-response",
      "duplicate-frames": "whole",
      ...outcomes,
    },
  };
}

export const kinds: readonly Kind[] = [
  {
    name: "OpenAI",
    model: "gpt-image-2.5-flare",
    width: 1024,
    height: 1024,
    provider: runOpenAi,
    engine: (url, change) =>
      createOpenAiEngine(
        settingsOf("openai:test", `${url}/v1`, {
          apiKey: "test-key",
          models: [{ id: "gpt-image-2.5-flare", label: "GPT Image" }],
          ...change,
        }),
      ),
    outcomes: {
      "slow-headers": "whole",
      cut: "bad-response",
      "rate-limited": "rate-limited",
      quota: "quota",
      unauthorised: "auth",
      "moderated-before": "moderated-prompt",
      "moderated-after": "moderated-output",
      "second-fails": "half",
      "wrong-type": "bad-response",
      huge: "bad-response",
      "broken-picture": "bad-response",
      hang: "timeout",
      down: "bad-response",
    },
  },
  {
    name: "Runware",
    model: "runware:101@1",
    width: 512,
    height: 512,
    provider: runRunware,
    engine: (url, change) =>
      createRunwareEngine({ ...settingsOf("runware:test", url, change), apiKey: "test-key" }),
    outcomes: {
      "slow-headers": "whole",
      cut: "bad-response",
      "rate-limited": "rate-limited",
      quota: "quota",
      unauthorised: "auth",
      "moderated-before": "moderated-prompt",
      "moderated-after": "moderated-output",
      "second-fails": "half",
      "wrong-type": "bad-response",
      huge: "bad-response",
      "broken-picture": "bad-response",
      hang: "timeout",
      down: "bad-response",
      "duplicate-frames": "whole",
    },
  },
  sdKind("A1111", "a1111", { "out-of-memory": "overloaded" }),
  // Forge responds to a failure with a bare 500, SD.Next without a picture.
  sdKind("Forge", "forge", { "out-of-memory": "bad-response" }),
  sdKind("SD.Next", "sdnext", { "out-of-memory": "overloaded" }),
  sdKind("sd-server", "sd-server", { "out-of-memory": "bad-response" }, sdServerModel),
  {
    name: "ComfyUI",
    model: "dreamscape.safetensors",
    width: 512,
    height: 512,
    provider: () => runComfyUi(),
    quick: () => runComfyUi(false, 0.1),
    engine: (url, change) =>
      createComfyEngine(settingsOf("comfyui:test", url, change), templates.checkpoint),
    outcomes: {
      "slow-headers": "whole",
      cut: "bad-response",
      "rate-limited": "rate-limited",
      unauthorised: "auth",
      "moderated-after": "bad-response",
      "second-fails": "half",
      "wrong-type": "bad-response",
      "broken-picture": "bad-response",
      hang: "timeout",
      down: "bad-response",
      "duplicate-frames": "whole",
      "drop-socket": "whole",
      "odd-frames": "whole",
      "out-of-memory": "overloaded",
    },
  },
];
