/**
 * What Runware's service refuses in a task, by model: each has a schema of its own (runware.ai/docs/models), and a field that
 * the schema does not name is refused ("unsupportedParameter"), as is a size, a number of pictures or a value outside it.
 */
export type Task = Record<string, unknown> & { taskType?: string; taskUUID?: string };

type Schema = {
  /** Fields besides those of every task, with the least and the most where they are numbers. */
  fields: Readonly<Record<string, readonly [least: number, most: number] | null>>;
  sides?: readonly [least: number, most: number, multipleOf: number];
  sizes?: readonly string[];
  /** How many pictures `inputs.referenceImages` has. */
  pictures?: readonly [least: number, most: number];
};

const everyTask = [
  "taskType",
  "taskUUID",
  "model",
  "positivePrompt",
  "width",
  "height",
  "numberResults",
  "outputType",
  "outputFormat",
  "includeCost",
  "safety",
  "deliveryMethod",
];
const seed = { seed: [0, 2 ** 32 - 1] } as const;
const words = { negativePrompt: null };
const sampling = (steps: number, cfg: number) => ({
  steps: [1, steps] as const,
  CFGScale: [cfg === 50 ? 0 : 1, cfg] as const,
  scheduler: null,
});

/** Stable Diffusion, FLUX.1 and others that start from a picture. */
const architecture: Schema = {
  fields: {
    ...seed,
    ...words,
    ...sampling(100, 50),
    seedImage: null,
    strength: [0, 1],
    maskImage: null,
  },
  sides: [128, 2048, 64],
};
const kontext: Schema = {
  fields: {},
  sizes: [
    "1568x672",
    "1392x752",
    "1184x880",
    "1248x832",
    "1024x1024",
    "832x1248",
    "880x1184",
    "752x1392",
    "672x1568",
  ],
  pictures: [0, 2],
};
const klein: Schema = {
  fields: { ...seed, ...words, ...sampling(50, 20) },
  sides: [128, 2048, 16],
  pictures: [0, 4],
};
const seedream = [
  "2048x2048",
  "2304x1728",
  "1728x2304",
  "2560x1440",
  "1440x2560",
  "2496x1664",
  "1664x2496",
  "3024x1296",
];
const nano = ["1024x1024", "1376x768", "1264x848", "848x1264", "1200x896", "896x1200"];

const schemas: Readonly<Record<string, Schema>> = {
  "runware:106@1": { ...kontext, fields: { ...seed, ...words, ...sampling(50, 20) } },
  "bfl:3@1": kontext,
  "bfl:4@1": kontext,
  "runware:400@1": {
    fields: { ...seed, ...sampling(50, 20) },
    sides: [512, 2048, 16],
    pictures: [0, 4],
  },
  "runware:400@2": klein,
  "runware:400@3": klein,
  "runware:400@4": klein,
  "runware:400@5": klein,
  "bfl:5@1": { fields: {}, sides: [256, 2048, 16], pictures: [0, 9] },
  "bfl:6@1": { fields: sampling(50, 10), sides: [256, 2048, 16], pictures: [0, 10] },
  "bfl:7@1": { fields: {}, sides: [256, 2048, 16], pictures: [0, 8] },
  "runware:108@20": { fields: seed, sides: [128, 2048, 16], pictures: [1, 1] },
  "runware:108@22": { fields: seed, sides: [128, 2048, 16], pictures: [1, 3] },
  "google:4@2": { fields: {}, sizes: [...nano, "768x1376"], pictures: [0, 14] },
  "google:nano-banana@2-lite": { fields: {}, sizes: nano, pictures: [0, 14] },
  "bytedance:5@0": { fields: {}, sizes: ["1024x1024", ...seedream], pictures: [0, 14] },
  "bytedance:seedream@4.5": { fields: {}, sizes: seedream, pictures: [0, 14] },
  "openai:4@1": { fields: {}, sizes: ["1024x1024", "1536x1024", "1024x1536"], pictures: [0, 16] },
};
/** A model of another maker whose schema is none of these: no picture, no sampling. */
const unknown: Schema = { fields: {}, sides: [128, 2048, 64] };

function schemaOf(model: string): Schema {
  if (Object.hasOwn(schemas, model)) return schemas[model];
  return /^(?:runware|civitai|rundiffusion):/.test(model) ? architecture : unknown;
}

export const dataUri = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

type Refusal = { code: string; parameter: string; message: string };
const refusal = (code: string, parameter: string, message: string): Refusal => ({
  code,
  parameter,
  message,
});

function wrongSize({ width, height }: Task, { sides, sizes }: Schema): Refusal | null {
  for (const [name, value] of Object.entries({ width, height })) {
    const side = Number(value);
    const [least, most, multipleOf] = sides ?? [1, 4096, 1];
    if (!Number.isInteger(value) || side < least || side > most || side % multipleOf !== 0) {
      return refusal(
        "invalidInteger",
        name,
        `${name} must be ${least} to ${most} by ${multipleOf}`,
      );
    }
  }
  if (!sizes || sizes.includes(`${String(width)}x${String(height)}`)) return null;
  return refusal("unsupportedDimensions", "width", "width/height is no supported pair");
}

function wrongPictures({ inputs }: Task, { pictures }: Schema): Refusal | null {
  if (!pictures) return null;
  const [least, most] = pictures;
  if (inputs === undefined) {
    const missing = "inputs.referenceImages is required";
    return least > 0 ? refusal("missingInputs", "inputs", missing) : null;
  }
  const { referenceImages, ...others } = inputs as Record<string, unknown>;
  if (Object.keys(others).length > 0) {
    return refusal("unsupportedParameter", "inputs", "inputs has referenceImages alone");
  }
  const given = Array.isArray(referenceImages) ? (referenceImages as unknown[]) : [];
  const fits =
    given.length >= Math.max(1, least) &&
    given.length <= most &&
    given.every((one) => typeof one === "string" && dataUri.test(one));
  return fits ? null : refusal("invalidReferenceImages", "inputs.referenceImages", "1 or more");
}

/** What the schema of the task's model refuses in it; null for nothing. */
export function schemaFault(task: Task): Refusal | null {
  const schema = schemaOf(String(task["model"]));
  const { fields, pictures } = schema;
  for (const [field, value] of Object.entries(task)) {
    if (everyTask.includes(field) || (field === "inputs" && pictures)) continue;
    if (!Object.hasOwn(fields, field)) {
      return refusal("unsupportedParameter", field, `${field} is not of this model`);
    }
    const bounds = fields[field];
    if (bounds && !(Number(value) >= bounds[0] && Number(value) <= bounds[1])) {
      return refusal("invalidValue", field, `${field} must be ${bounds[0]} to ${bounds[1]}`);
    }
  }
  return wrongSize(task, schema) ?? wrongPictures(task, schema);
}
