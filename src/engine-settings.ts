import { z } from "zod";
import {
  type EngineKind,
  engineKinds,
  engineLimits,
  kindLabels,
  kindUrls,
  needsKey,
  needsModels,
  ownWorkflows,
  usualConcurrency,
  usualDeadline,
} from "./rules/engine-kinds.ts";
import { nearestName } from "./rules/nearest-name.ts";
import { address, unusableText, wholeNumber } from "./setting-kinds.ts";

/** One configured service; several of a kind may run at once. */
export type EngineSettings = {
  kind: EngineKind;
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
  /** ComfyUI only: a workflow itself, which counts in the place of `workflow`. */
  workflowText?: string;
  /** Defaults of parameters, as text by their ids. */
  defaults: Record<string, string>;
};

const schema = z.strictObject({
  KIND: z.enum(engineKinds),
  URL: address.optional(),
  KEY: z.string().optional(),
  LABEL: z.string().max(40).optional(),
  MODELS: z.string().default("").transform(readModels),
  HEADERS: z
    .string()
    .default("")
    .transform((text, context) => {
      const headers = readHeaders(text);
      if (headers) return headers;
      context.addIssue({ code: "custom", message: 'must be like "Name: value; Other: value"' });
      return z.NEVER;
    }),
  DEADLINE: wholeNumber(engineLimits.deadline.min, engineLimits.deadline.max).default(
    usualDeadline,
  ),
  CONCURRENCY: wholeNumber(engineLimits.concurrency.min, engineLimits.concurrency.max).optional(),
  BILLS: z.enum(["yes", "no"]).optional(),
  WORKFLOW: z.string().default(ownWorkflows[0]),
  DEFAULTS: z
    .string()
    .default("")
    .transform((text, context) => {
      const defaults = readDefaults(text);
      if (defaults) return defaults;
      context.addIssue({ code: "custom", message: 'must be like "steps=28; sampler=Euler a"' });
      return z.NEVER;
    }),
});

/** Models as they are typed: `id, other-id=Label`. */
export function readModels(text: string): EngineSettings["models"] {
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

/** `Name: value; Other: value`; null for anything else, for a part without a colon would be left out in silence. */
function readHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(";").map((each) => each.trim())) {
    if (part === "") continue;
    // A name as HTTP has it (RFC 9110, section 5.6.2).
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*(.+)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) return null;
    headers[name] = value;
  }
  return headers;
}

/** Defaults as they are typed: `id=value; other=value`; null for anything else, and for an id that is there twice. */
export function readDefaults(text: string): Record<string, string> | null {
  const defaults = new Map<string, string>();
  for (const part of text.split(";").map((each) => each.trim())) {
    if (part === "") continue;
    const [, id, value] = /^([a-z][a-z0-9-]*)\s*=\s*(.+)$/.exec(part) ?? [];
    if (id === undefined || value === undefined || defaults.has(id)) return null;
    defaults.set(id, value);
  }
  return Object.fromEntries(defaults);
}

const fields = Object.keys(schema.shape);
const settingForm = /^ENGINE_([A-Z0-9]+)_([A-Z]+)$/;
const likelySetting = new RegExp(`^ENGINE_.+_(?:${fields.join("|")})$`, "i");

/** Whether a variable is one of an engine's, or would be with another name of the engine. */
export function isEngineSetting(name: string): boolean {
  return settingForm.test(name) || likelySetting.test(name);
}

/** The fields of each engine by its name. @throws Error for a name that no engine can have */
function gatherEngines(source: Record<string, string | undefined>) {
  const found = new Map<string, Record<string, string>>();
  for (const [key, value] of Object.entries(source)) {
    if (value === undefined || value === "") continue;
    const [, name, field] = settingForm.exec(key) ?? [];
    if (name === undefined) {
      if (!likelySetting.test(key)) continue;
      throw new Error(
        `${key}: the name of an engine has capital letters and digits alone, e.g. ENGINE_MYENGINE_KIND`,
      );
    }
    const reason = unusableText(value);
    if (reason !== null) throw new Error(`${key}: ${reason}`);
    found.set(name, { ...found.get(name), [field]: value });
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function reasonOf(issue: z.core.$ZodIssue): { field: string; message: string } {
  if (issue.code !== "unrecognized_keys") {
    return { field: issue.path.join("_"), message: issue.message };
  }
  const [field] = issue.keys;
  const near = nearestName(field, fields);
  const hint = near === null ? `there are ${fields.join(", ")}` : `did you mean ${near}?`;
  return { field, message: `engines have no such setting; ${hint}` };
}

function settingsOf(name: string, texts: Record<string, string>): EngineSettings {
  const refuse = (field: string, message: string): never => {
    throw new Error(`ENGINE_${name}_${field}: ${message}`);
  };
  const parsed = schema.safeParse(texts);
  if (!parsed.success) {
    const { field, message } = reasonOf(parsed.error.issues[0]);
    return refuse(field, message);
  }
  const given = parsed.data;
  const baseUrl = given.URL ?? kindUrls[given.KIND] ?? refuse("URL", "is needed for this kind");
  if (needsKey(given.KIND) && !given.KEY) refuse("KEY", "is needed for this kind");
  if (needsModels(given.KIND) && given.MODELS.length === 0) {
    refuse("MODELS", "is needed for this kind, e.g. gpt-image-2.5-flare");
  }
  return {
    id: `${given.KIND}:${name.toLowerCase()}`,
    kind: given.KIND,
    label: given.LABEL ?? kindLabels[given.KIND],
    baseUrl,
    apiKey: given.KEY,
    headers: given.HEADERS,
    models: given.MODELS,
    deadlineMs: given.DEADLINE * 1000,
    concurrency: given.CONCURRENCY ?? usualConcurrency[given.KIND],
    bills: given.BILLS ? given.BILLS === "yes" : kindUrls[given.KIND] !== undefined,
    workflow: given.WORKFLOW,
    defaults: given.DEFAULTS,
  };
}

/**
 * The engines named by `ENGINE_<NAME>_…` variables, in the order of their names.
 * @throws Error that says which variable is wrong
 */
export function readEngineSettings(source: Record<string, string | undefined>): EngineSettings[] {
  return gatherEngines(source).map(([name, texts]) => settingsOf(name, texts));
}
