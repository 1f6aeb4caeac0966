/**
 * The requests that the Images API accepts, after `ImageGenerateParams` and `ImageEditParams` of openai/openai-node
 * 7.57.0 (resources/images.d.ts): models that were shut down do not exist, a field that is unknown or not of the
 * model's family is refused, and so is a value out of range.
 */
import { maskFault } from "./masks.ts";
import type { Exchange } from "./service.ts";

export type Asked = {
  model: string;
  prompt: string;
  size: string;
  n: number;
  stream: boolean;
  partials: number;
  quality: string;
  outputFormat: string;
  responseFormat: string;
};

export const gptImageModels = [
  "gpt-image-1-mini",
  "gpt-image-1.5",
  "gpt-image-2",
  "gpt-image-2-2026-04-21",
  "gpt-image-2.5-sunburst",
  "gpt-image-2.5-sunburst-2026-09-08",
  "gpt-image-2.5-flare",
  "gpt-image-2.5-flare-2026-09-08",
  "gpt-image-2.6-sunburst",
  "gpt-image-2.6-flare",
  "chatgpt-image-latest",
] as const;
/**
 * A model that OpenAI retired ("This model was retired on May 12, 2026") and compatible services may still have. It takes
 * the parameters that are "for retired image models", and none of those that are "only supported for the GPT image models".
 */
export const retiredModel = "dall-e-3";
const anySize = /^gpt-image-2(?:\.5)?(?:-|$)/;
const standardSizes = ["1024x1024", "1536x1024", "1024x1536", "auto"];
const fields = new Set([
  "background",
  "complexity",
  "image",
  "image[]",
  "input_fidelity",
  "markup",
  "mask",
  "model",
  "moderation",
  "n",
  "output_compression",
  "output_format",
  "partial_images",
  "prompt",
  "quality",
  "safety_identifier",
  "size",
  "stream",
  "user",
]);

const retiredFields = new Set([
  "model",
  "n",
  "prompt",
  "quality",
  "response_format",
  "size",
  "style",
  "user",
]);
const retiredSizes = ["256x256", "512x512", "1024x1024", "1792x1024", "1024x1792"];

export const problem = (
  message: string,
  type: string,
  code: string | null,
  param: string | null = null,
) => ({ error: { message, type, code, param } });

type Fields = Map<string, unknown>;
export type Read = {
  asked: Asked;
  edit: boolean;
  images: File[];
  mask: File | null;
  given: Fields;
};

async function fieldsOf({ body, headers }: Exchange): Promise<{ given: Fields; images: File[] }> {
  const type = headers["content-type"] ?? "";
  if (type.startsWith("application/json")) {
    const json = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    return { given: new Map(Object.entries(json)), images: [] };
  }
  const form = await new Response(Uint8Array.from(body), {
    headers: { "content-type": type },
  }).formData();
  const images = [...form.getAll("image"), ...form.getAll("image[]")];
  return {
    given: new Map(form.entries()),
    images: images.filter((image) => image instanceof File),
  };
}

/** Parses a request, from JSON or from a form. */
export async function readAsked(exchange: Exchange): Promise<Read> {
  const { given, images } = await fieldsOf(exchange);
  const text = (key: string, fallback = "") => {
    const value = given.get(key);
    return typeof value === "string" ? value : fallback;
  };
  const stream = given.get("stream");
  const mask = given.get("mask");
  return {
    given,
    images,
    mask: mask instanceof File ? mask : null,
    edit: exchange.path.endsWith("/edits"),
    asked: {
      model: text("model"),
      prompt: text("prompt"),
      size: text("size", "auto"),
      n: Number(given.get("n") ?? 1),
      stream: stream === true || stream === "true",
      partials: Number(given.get("partial_images") ?? 0),
      quality: text("quality", "auto"),
      outputFormat: text("output_format", "png"),
      responseFormat: text("response_format", "url"),
    },
  };
}

function isSizeOf(model: string, size: string): boolean {
  if (standardSizes.includes(size)) return true;
  const [width, height] = size.split("x").map(Number);
  const ratio = width / height;
  return (
    anySize.test(model) &&
    width % 16 === 0 &&
    height % 16 === 0 &&
    ratio >= 1 / 3 &&
    ratio <= 3 &&
    width * height <= 3840 * 2160
  );
}

/** Bytes that a mask may have. */
const mostMask = 4 * 1024 * 1024;

/** The bytes of a file of a form. */
export const fileBytes = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(await file.arrayBuffer());

/**
 * Status and body of the refusal of a mask: "An additional image whose fully transparent areas (e.g. where alpha is zero) indicate
 * where `image` should be edited … Must be a valid PNG file, less than 4MB, and have the same dimensions as `image`."
 */
export async function maskRefusalOf({
  edit,
  images,
  mask,
  given,
}: Read): Promise<[number, unknown] | null> {
  if (!given.has("mask")) return null;
  const invalid = (message: string): [number, unknown] => [
    400,
    problem(message, "invalid_request_error", "invalid_image_file", "mask"),
  ];
  if (!edit || mask === null) return invalid("Invalid file 'mask'.");
  if (mask.type !== "image/png") return invalid("Invalid file 'mask': unsupported mimetype.");
  if (mask.size >= mostMask) return invalid("Invalid file 'mask': too large.");
  const fault = await maskFault(await fileBytes(mask), await fileBytes(images[0]), "transparent");
  return fault === null ? null : invalid(`Invalid file 'mask': ${fault}.`);
}

const invalid = (message: string, code: string, param: string): [number, unknown] => [
  400,
  problem(message, "invalid_request_error", code, param),
];
const wrong = (name: string) => invalid(`Invalid value for '${name}'.`, "invalid_value", name);
const withoutPrompt = invalid(
  "Missing required parameter: 'prompt'.",
  "missing_required_parameter",
  "prompt",
);
const unknownField = (name: string) =>
  invalid(`Unknown parameter: '${name}'.`, "unknown_parameter", name);

/** The refusal of a request for the retired model. */
function retiredRefusalOf({ asked, edit, given }: Read): [number, unknown] | null {
  const unknown = [...given.keys()].find((name) => !retiredFields.has(name));
  if (unknown) return unknownField(unknown);
  if (edit) return wrong("model");
  if (asked.prompt === "") return withoutPrompt;
  if (!(asked.n >= 1 && asked.n <= 10)) return wrong("n");
  if (!retiredSizes.includes(asked.size)) return wrong("size");
  if (!["auto", "standard", "hd"].includes(asked.quality)) return wrong("quality");
  return ["url", "b64_json"].includes(asked.responseFormat) ? null : wrong("response_format");
}

/**
 * Status and body of a refusal; null for a valid request.
 * @param hasRetired whether the service has the retired model
 */
export function refusalOf(read: Read, hasRetired: boolean): [number, unknown] | null {
  const { asked, edit, images, given } = read;
  const { model, prompt, size, quality, partials, n } = asked;
  if (hasRetired && model === retiredModel) return retiredRefusalOf(read);
  if (!gptImageModels.some((known) => known === model)) {
    const message = `The model '${model}' does not exist or you do not have access to it.`;
    return [404, problem(message, "invalid_request_error", "model_not_found")];
  }
  const unknown = [...given.keys()].find((name) => !fields.has(name));
  if (unknown) return unknownField(unknown);
  if (prompt === "") return withoutPrompt;
  if (edit && images.length === 0) {
    return invalid("Missing required parameter: 'image'.", "missing_required_parameter", "image");
  }
  const names = new Set([...given.keys()].filter((name) => /^image(?:\[\])?$/.test(name)));
  if (names.size > 1)
    return invalid("Duplicate parameter: 'image'.", "duplicate_parameter", "image");
  if (images.length > (names.has("image") ? 1 : 16)) {
    return invalid("Too many images. Expected at most 16.", "array_above_max_length", "image");
  }
  if (images.some(({ type }) => !/^image\/(?:png|webp|jpeg)$/.test(type))) {
    return invalid("Invalid file 'image': unsupported mimetype.", "invalid_image_file", "image");
  }
  if (!isSizeOf(model, size)) return wrong("size");
  const isGreat = model.startsWith("gpt-image-2.5-");
  const qualities = ["auto", "low", "medium", "high", ...(isGreat ? ["xhigh", "max"] : [])];
  if (!qualities.includes(quality)) return wrong("quality");
  if (!(partials >= 0 && partials <= 3)) return wrong("partial_images");
  if (!(n >= 1 && n <= 10)) return wrong("n");
  const backgrounds: unknown[] = ["auto", "opaque", "transparent", undefined];
  if (!backgrounds.includes(given.get("background"))) return wrong("background");
  if (given.get("background") === "transparent" && !isGreat) return wrong("background");
  const member = given.get("safety_identifier");
  if (member !== undefined && !(typeof member === "string" && member.length <= 64)) {
    return wrong("safety_identifier");
  }
  const fidelity = given.get("input_fidelity");
  const fidelities: Record<string, unknown[]> = {
    "gpt-image-1.5": ["high", "low"],
    "gpt-image-1-mini": ["low"],
  };
  if (fidelity !== undefined && !(fidelities[model] ?? []).includes(fidelity)) {
    return wrong("input_fidelity");
  }
  return null;
}
