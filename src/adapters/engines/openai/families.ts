import type { Quality, SizeRule } from "../port.ts";

/** How one family of models behind the Images API wants to be spoken to. */
export type Family = {
  sizes: SizeRule;
  quality: Record<Quality, string> | null;
  /** gpt-image models always answer base64 and refuse the field; others need it to be told. */
  responseFormat: boolean;
  /** Partial pictures by server-sent events. */
  streams: boolean;
  edits: boolean;
  /** How closely an edit keeps its source. */
  inputFidelity: boolean;
};

const squareTallWide: SizeRule = {
  kind: "list",
  list: [
    [1024, 1024],
    [1536, 1024],
    [1024, 1536],
  ],
};

const gptImage: Family = {
  sizes: squareTallWide,
  quality: { standard: "medium", high: "high" },
  responseFormat: false,
  streams: true,
  edits: true,
  inputFidelity: true,
};

const families: readonly (readonly [pattern: RegExp, family: Family])[] = [
  [
    /^gpt-image-2/,
    {
      ...gptImage,
      sizes: { kind: "range", min: 512, max: 3840, multipleOf: 16, maxPixels: 8_294_400 },
      inputFidelity: false,
    },
  ],
  [/^gpt-image-1-mini/, { ...gptImage, inputFidelity: false }],
  [/^(gpt-image|chatgpt-image)/, gptImage],
  [
    /^dall-e-3/,
    {
      sizes: {
        kind: "list",
        list: [
          [1024, 1024],
          [1792, 1024],
          [1024, 1792],
        ],
      },
      quality: { standard: "standard", high: "hd" },
      responseFormat: true,
      streams: false,
      edits: false,
      inputFidelity: false,
    },
  ],
  [
    /^dall-e-2/,
    {
      sizes: {
        kind: "list",
        list: [
          [256, 256],
          [512, 512],
          [1024, 1024],
        ],
      },
      quality: null,
      responseFormat: true,
      streams: false,
      edits: true,
      inputFidelity: false,
    },
  ],
];

/** Any other server of the same shape (LocalAI, sd-server, vLLM, gateways): free sizes, nothing extra. */
const compatible: Family = {
  sizes: { kind: "range", min: 256, max: 2048, multipleOf: 64, maxPixels: 4_194_304 },
  quality: null,
  responseFormat: true,
  streams: false,
  edits: true,
  inputFidelity: false,
};

/** The family of a model by its name. */
export function familyOf(model: string): Family {
  return families.find(([pattern]) => pattern.test(model))?.[1] ?? compatible;
}
