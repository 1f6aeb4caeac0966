/** The catalogue: content/models.json and the operator's own file, each checked by the same schema. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import {
  type CatalogueModel,
  modelFamilies,
  type ModelFamily,
  type ModelFileRole,
} from "#app/rules/local-models.ts";

const ours = new URL("../../../content/models.json", import.meta.url);
/** A file of an operator that is larger is something else. */
const mostBytes = 1_000_000;

const roles = [
  "model",
  "diffusion",
  "llm",
  "vae",
  "taesd",
  "lora",
  "esrgan",
] as const satisfies readonly ModelFileRole[];
/** The families, each with the files that it cannot be loaded without. */
const families: Readonly<Record<ModelFamily, readonly ModelFileRole[]>> = {
  "flux2-klein": ["diffusion", "llm", "vae"],
  "z-image": ["diffusion", "llm", "vae"],
  sdxs: ["model"],
  sd15: ["model"],
  "sd-turbo": ["model"],
  sdxl: ["model"],
  esrgan: ["esrgan"],
};

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text), "must be one line without control characters");

const fileName = z
  .string()
  .max(300)
  .regex(/^[\w.+-]+(?:\/[\w.+-]+)*$/, "must be a path without blanks, like vae/model.safetensors")
  .regex(/\.(?:safetensors|sft|gguf)$/, "must be a safetensors or GGUF file")
  .refine((text) => !text.split("/").some((part) => /^\.+$/.test(part)), "must not climb");

const file = z.strictObject({
  role: z.enum(roles),
  repo: z
    .string()
    .max(200)
    .regex(/^\w[\w.-]*\/\w[\w.-]*$/, "must be like owner/name"),
  revision: z
    .string()
    .regex(/^[0-9a-f]{40}$/, "must be a commit of 40 hexadecimal digits")
    .nullable(),
  path: fileName,
  bytes: z.int().min(1).max(1e12).nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits")
    .nullable(),
});

const side = z.int().min(8).max(8192);
const limits = z
  .strictObject({
    minSide: side,
    maxSide: side,
    multipleOf: z.int().min(1).max(512),
    maxPixels: z
      .int()
      .min(64)
      .max(8192 * 8192),
    maxSteps: z.int().min(1).max(150),
  })
  .refine(({ minSide, maxSide }) => minSide <= maxSide, "minSide must not exceed maxSide");

const defaults = z.strictObject({
  width: side,
  height: side,
  steps: z.int().min(1).max(150),
  cfg: z.number().min(0).max(30),
  sampler: line(40).nullable(),
  scheduler: line(40).nullable(),
});

type Fitted = Pick<CatalogueModel, "defaults" | "limits" | "family" | "files">;

/** What the defaults and files of a model lack; null for nothing. */
function faultOf({ defaults: drawn, limits: bounds, family, files }: Fitted): string | null {
  for (const pixels of [drawn.width, drawn.height]) {
    if (pixels < bounds.minSide || pixels > bounds.maxSide) return "defaults: outside the limits";
    if (pixels % bounds.multipleOf !== 0) return "defaults: no multiple of multipleOf";
  }
  if (drawn.width * drawn.height > bounds.maxPixels) return "defaults: more than maxPixels";
  if (drawn.steps > bounds.maxSteps) return "defaults: more than maxSteps";
  const given = files.map(({ role }) => role);
  const missing = families[family].find((role) => !given.includes(role));
  if (missing !== undefined) return `files: the family ${family} needs a file ${missing}`;
  const twice = given.find((role, index) => given.indexOf(role) !== index);
  return twice === undefined ? null : `files: ${twice} is there twice`;
}

const model = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,58}[a-z0-9])?$/, "must be like my-model-8"),
    label: line(40),
    summary: line(200),
    family: z.enum(modelFamilies),
    licence: z.strictObject({
      spdx: z
        .string()
        .max(80)
        .regex(/^[\w.+-]+$/, "must be an SPDX identifier"),
      sentence: line(300),
      maySell: z.boolean(),
      url: z.url({ protocol: /^https$/ }),
    }),
    files: z.array(file).min(1).max(8),
    memory: z.strictObject({
      ram: z.int().min(1).max(1e13),
      vram: z.int().min(1).max(1e13).nullable(),
    }),
    needsCard: z.boolean(),
    defaults,
    limits,
    abilities: z.strictObject({
      txt2img: z.boolean(),
      img2img: z.boolean(),
      strength: z.boolean(),
      references: z.int().min(0).max(16),
      negativePrompt: z.boolean(),
      upscale: z.boolean(),
    }),
  })
  .superRefine((value, context) => {
    const message = faultOf(value);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

const catalogue = z.strictObject({ models: z.array(model).max(200) });

/** The models of a catalogue's text. @throws Error of one sentence, the first fault */
export function readModels(text: string, name: string): CatalogueModel[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${name} is no JSON.`);
  }
  const parsed = catalogue.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${name}: ${issue.path.join(".") || "it"}: ${issue.message}.`);
  }
  const ids = parsed.data.models.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`${name}: the model ${twice} is there twice.`);
  return parsed.data.models;
}

async function readOwn(path: string): Promise<CatalogueModel[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The catalogue ${path} cannot be read (${error.code ?? error.message}).`, {
      cause: error,
    });
  });
  if (bytes.length > mostBytes) throw new Error(`The catalogue ${path} is larger than 1 MB.`);
  return readModels(bytes.toString("utf8"), `The catalogue ${path}`);
}

/**
 * Our models, and the operator's, which replace ours of the same id and otherwise come after them.
 * @param ownFile path of MODELS_CATALOGUE
 * @throws Error of one sentence
 */
export async function readCatalogue(ownFile: string | undefined): Promise<CatalogueModel[]> {
  const known = readModels(await readFile(ours, "utf8"), "content/models.json");
  const own = ownFile === undefined ? [] : await readOwn(ownFile);
  const byId = new Map([...known, ...own].map((each) => [each.id, each]));
  return [...byId.values()];
}
