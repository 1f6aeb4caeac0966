import { z } from "zod";

/** The services an operator can name in the settings, `ENGINE_<NAME>_KIND`. */
const kinds = ["openai", "runware", "comfyui", "sdapi"] as const;
type Kind = (typeof kinds)[number];

/** One configured service; several of a kind may run at once. */
export type EngineSettings = {
  kind: Kind;
  /** e.g. "openai:main", from the name in the variables. */
  id: string;
  label: string;
  /** Without a slash at the end. */
  baseUrl: string;
  apiKey?: string;
  /** Sent with every request, e.g. what a proxy in front of the service asks for. */
  headers: Record<string, string>;
  /** Empty where the service is to be asked. */
  models: { id: string; label: string }[];
  /** Milliseconds one picture may take. */
  deadlineMs: number;
  /** Requests of ours that the service may have at once, from all casts and all processes together. */
  concurrency: number;
  /** Whether a request may cost money; one that may have is not sent again. */
  bills: boolean;
  /** ComfyUI only: a template of ours or the path of the operator's own file. */
  workflow: string;
};

const defaultUrls: Partial<Record<Kind, string>> = {
  openai: "https://api.openai.com/v1",
  runware: "https://api.runware.ai/v1",
};
const labels: Record<Kind, string> = {
  openai: "OpenAI Images",
  runware: "Runware",
  comfyui: "ComfyUI",
  sdapi: "Stable Diffusion",
};

/** Requests at once: a cloud service takes several, one card on a server of one's own draws one after the other. */
const usualConcurrency: Record<Kind, number> = { openai: 4, runware: 4, comfyui: 2, sdapi: 1 };

const schema = z.strictObject({
  KIND: z.enum(kinds),
  URL: z
    .url({ protocol: /^https?$/ })
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  KEY: z.string().optional(),
  LABEL: z.string().max(40).optional(),
  MODELS: z.string().default("").transform(readModels),
  HEADERS: z.string().default("").transform(readHeaders),
  DEADLINE: z.coerce.number().int().min(5).max(3600).default(300),
  CONCURRENCY: z.coerce.number().int().min(1).max(32).optional(),
  BILLS: z.enum(["yes", "no"]).optional(),
  WORKFLOW: z.string().default("checkpoint"),
});

/** `id, other-id=Label`. */
function readModels(text: string): EngineSettings["models"] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const at = part.lastIndexOf("=");
      return at > 0
        ? { id: part.slice(0, at), label: part.slice(at + 1) }
        : { id: part, label: part };
    });
}

/** `Name: value; Other: value`. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => [
      part.slice(0, part.indexOf(":")).trim(),
      part.slice(part.indexOf(":") + 1).trim(),
    ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/**
 * The engines named by `ENGINE_<NAME>_…` variables, in the order of their names.
 * @throws Error that says which variable is wrong
 */
export function readEngineSettings(source: Record<string, string | undefined>): EngineSettings[] {
  const found = new Map<string, Record<string, string>>();
  for (const [key, value] of Object.entries(source)) {
    const match = /^ENGINE_([A-Z0-9]+)_([A-Z]+)$/.exec(key);
    if (!match || value === undefined || value === "") continue;
    const fields = found.get(match[1]) ?? {};
    fields[match[2]] = value;
    found.set(match[1], fields);
  }
  return [...found]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, fields]) => {
      const parsed = schema.safeParse(fields);
      const refuse = (field: string, message: string): never => {
        throw new Error(`ENGINE_${name}_${field}: ${message}`);
      };
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const field = issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path.join("_");
        return refuse(field, issue.message);
      }
      const given = parsed.data;
      const baseUrl =
        given.URL ?? defaultUrls[given.KIND] ?? refuse("URL", "is needed for this kind");
      if (given.KIND === "runware" && !given.KEY) refuse("KEY", "is needed for this kind");
      if (given.KIND === "openai" && given.MODELS.length === 0) {
        refuse("MODELS", "is needed for this kind, e.g. gpt-image-2.5-flare");
      }
      return {
        id: `${given.KIND}:${name.toLowerCase()}`,
        kind: given.KIND,
        label: given.LABEL ?? labels[given.KIND],
        baseUrl,
        apiKey: given.KEY,
        headers: given.HEADERS,
        models: given.MODELS,
        deadlineMs: given.DEADLINE * 1000,
        concurrency: given.CONCURRENCY ?? usualConcurrency[given.KIND],
        bills: given.BILLS ? given.BILLS === "yes" : defaultUrls[given.KIND] !== undefined,
        workflow: given.WORKFLOW,
      };
    });
}
