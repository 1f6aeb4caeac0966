import { EngineError, type ModelInfo } from "../port.ts";
import { redact, statusError } from "../remote/failures.ts";
import { fieldsOf, textOf } from "../remote/fields.ts";

/** The engine error of a refusal by an `/sdapi/v1` server; forks put the reason in different fields. */
export function refusalOf(
  status: number,
  headers: Headers,
  body: unknown,
  secrets: readonly string[],
): EngineError {
  const said = [fieldsOf(body)["error"], fieldsOf(body)["detail"], fieldsOf(body)["errors"]]
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part ?? "")))
    .join(" ");
  if (/out ?of ?memory/i.test(said)) {
    return new EngineError("overloaded", "The engine ran out of memory.", {
      providerCode: "out-of-memory",
    });
  }
  return statusError(status, headers, redact(said, secrets));
}

/** Pictures and seeds of a reply. A grid may come first: the last ones asked for are ours. */
export function picturesOf(body: unknown, wanted: number): { pictures: string[]; seeds: number[] } {
  const all = fieldsOf(body)["images"];
  const pictures = Array.isArray(all)
    ? all.filter((each) => typeof each === "string").slice(-wanted)
    : [];
  let info: unknown;
  try {
    info = JSON.parse(textOf(fieldsOf(body)["info"]) || "{}");
  } catch {
    info = {};
  }
  const seeds = fieldsOf(info)["all_seeds"];
  return {
    pictures,
    seeds: Array.isArray(seeds) ? seeds.filter((each) => typeof each === "number") : [],
  };
}

export type ServerProgress = {
  fraction: number;
  step: number;
  steps: number;
  preview: string | null;
};

/** What `/sdapi/v1/progress` says, or null when it says nothing of use. */
export function progressOf(body: unknown): ServerProgress | null {
  const fraction = fieldsOf(body)["progress"];
  if (typeof fraction !== "number") return null;
  const state = fieldsOf(body)["state"];
  const preview = textOf(fieldsOf(body)["current_image"]);
  return {
    fraction: Math.min(1, Math.max(0, fraction)),
    step: Number(fieldsOf(state)["sampling_step"] ?? 0),
    steps: Number(fieldsOf(state)["sampling_steps"] ?? 0),
    preview: preview === "" ? null : preview,
  };
}

/** Checkpoints of `/sdapi/v1/sd-models`. */
export function modelsOf(body: unknown): ModelInfo[] {
  if (!Array.isArray(body)) return [];
  return body
    .map((entry) => ({
      id: textOf(fieldsOf(entry)["title"]) || textOf(fieldsOf(entry)["model_name"]),
      label: textOf(fieldsOf(entry)["model_name"]) || textOf(fieldsOf(entry)["title"]),
    }))
    .filter(({ id }) => id !== "");
}
