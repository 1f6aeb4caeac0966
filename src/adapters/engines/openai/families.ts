import type { ChoiceParam, Param } from "#app/rules/engine-params.ts";
import { referenceLimits } from "#app/rules/references.ts";
import type { ModelDescription, ModelInfo, Quality, SizeRule } from "../port.ts";
import { toldReferences } from "../remote/references.ts";

/** The request format of one family of models behind the Images API. */
export type Family = {
  sizes: SizeRule;
  quality: Record<Quality, string> | null;
  /** gpt-image models always send base64 and refuse the field; others need it. */
  responseFormat: boolean;
  /** Partial pictures by server-sent events. */
  streams: boolean;
  /** Whether a mask is documented; what a compatible server makes of one is not known. */
  masks: boolean;
  /** How closely an edit keeps its source. */
  inputFidelity: boolean;
  /** The fields `quality: low` and `background`. */
  hasLevels: boolean;
  /** Pictures beside the source; of 16 that an edit may have. What other servers make of several is not told. */
  references: number;
  /** Whether a background may be transparent. */
  hasAlpha: boolean;
  /** The field `safety_identifier`. */
  namesMembers: boolean;
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
  masks: true,
  inputFidelity: false,
  hasLevels: true,
  references: referenceLimits.count,
  hasAlpha: false,
  namesMembers: true,
};
const anySize: SizeRule = {
  kind: "range",
  min: 512,
  max: 3840,
  multipleOf: 16,
  maxPixels: 8_294_400,
};

/** From the types of the `openai` package, 7.57.0. DALL·E, which is retired there, is treated as unknown. */
const families: readonly (readonly [pattern: RegExp, family: Family])[] = [
  // Any size is documented for 2 and 2.5, not for 2.6; a transparent background for 2.5, and for 2 as a preview that not
  // every key has.
  [/^gpt-image-2\.5(?:-|$)/, { ...gptImage, sizes: anySize, hasAlpha: true }],
  [/^gpt-image-2(?:-|$)/, { ...gptImage, sizes: anySize }],
  [/^gpt-image-1\.5(?:-|$)/, { ...gptImage, inputFidelity: true }],
  [/^(?:gpt-image|chatgpt-image)-/, gptImage],
];

/** Any other compatible server (LocalAI, sd-server, vLLM, gateways): free sizes, nothing extra. */
const compatible: Family = {
  sizes: { kind: "range", min: 256, max: 2048, multipleOf: 64, maxPixels: 4_194_304 },
  quality: null,
  responseFormat: true,
  streams: false,
  masks: false,
  inputFidelity: false,
  hasLevels: false,
  references: 0,
  hasAlpha: false,
  namesMembers: false,
};

/** How much work a picture is: never more than what is paid for. */
const level: ChoiceParam = {
  id: "level",
  label: "Detail",
  kind: "choice",
  group: "output",
  advanced: true,
  choices: [
    { value: "quality", label: "As the quality says" },
    { value: "low", label: "Low, drawn sooner" },
  ],
  default: "quality",
};

/** Without a transparent one, which not every model has. */
const background: ChoiceParam = {
  id: "background",
  label: "Background",
  kind: "choice",
  group: "output",
  advanced: true,
  choices: [
    { value: "auto", label: "As the model decides" },
    { value: "opaque", label: "Opaque" },
  ],
  default: "auto",
};

const transparent = { value: "transparent", label: "Transparent" };

/** Models with what their families can do, and the parameters of those that have any. */
export function openAiOffer(models: readonly ModelInfo[]): {
  models: ModelDescription[];
  params: Param[];
} {
  const described = models.map((model): ModelDescription => {
    const { sizes, quality, streams, masks, inputFidelity, references } = familyOf(model.id);
    return {
      ...model,
      can: {
        sizes,
        mask: masks,
        extend: masks,
        strength: inputFidelity,
        references: references > 0 ? toldReferences(references) : null,
        qualities: quality ? ["standard", "high"] : ["standard"],
        progress: streams ? "partials" : "none",
        previews: streams,
      },
    };
  });
  const ids = models.map(({ id }) => id).filter((id) => familyOf(id).hasLevels);
  const [clear, filled] = [true, false].map((has) =>
    ids.filter((id) => familyOf(id).hasAlpha === has),
  );
  const params: ChoiceParam[] = [
    { ...level, forModels: ids },
    { ...background, choices: [...background.choices, transparent], forModels: clear },
    { ...background, forModels: filled },
  ];
  return {
    models: described,
    params: params.filter(({ forModels = [] }) => forModels.length > 0),
  };
}

/** The family of a model by its name. */
export function familyOf(model: string): Family {
  return families.find(([pattern]) => pattern.test(model))?.[1] ?? compatible;
}
