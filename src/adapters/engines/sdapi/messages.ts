import { EngineError } from "../port.ts";
import { redact, statusError } from "../remote/failures.ts";
import { fieldsOf, listOf, numberOf, textOf, wordsOf } from "../remote/fields.ts";
import { parseForeign } from "../remote/foreign-json.ts";
import { fromBase64, pictureType } from "../remote/image-bytes.ts";
import type { SdModel } from "./offer.ts";

/** Maps an error of an `/sdapi/v1` server; forks put the reason in different fields. */
export function refusalOf(
  status: number,
  headers: Headers,
  body: unknown,
  secrets: readonly string[],
): EngineError {
  const { error, detail, errors, message } = fieldsOf(body);
  const said = [error, detail, errors, message].map(wordsOf).join(" ");
  if (/out ?of ?memory/i.test(said)) {
    return new EngineError("overloaded", "The engine ran out of memory.", {
      providerCode: "out-of-memory",
    });
  }
  return statusError(status, headers, redact(said, secrets));
}

/** `info` is JSON inside the JSON; a fork may leave it out. */
function infoOf(body: unknown) {
  try {
    return fieldsOf(parseForeign(textOf(fieldsOf(body)["info"])));
  } catch {
    return {};
  }
}

/**
 * The first picture of a reply, in base64, and its seed. A grid may come before the pictures and maps of extensions
 * after them; `index_of_first_image` tells, where a fork knows it.
 * @throws EngineError for an empty list: it is how SD.Next says that it failed
 */
export function pictureOf(body: unknown): { picture: string; seed: number | undefined } {
  const { images } = fieldsOf(body);
  const pictures = listOf(images);
  if (Array.isArray(images) && images.length === 0) {
    throw new EngineError("overloaded", "The engine failed while drawing.", {
      providerCode: "no-picture",
    });
  }
  const info = infoOf(body);
  const first = numberOf(info["index_of_first_image"], pictures.length - 1);
  const [seed] = listOf(info["all_seeds"]);
  return {
    picture: textOf(pictures[first]),
    seed: typeof seed === "number" && Number.isSafeInteger(seed) ? seed : undefined,
  };
}

/** A server's status of one task. */
export type TaskProgress = {
  /** It is the one being drawn. */
  active: boolean;
  queued: boolean;
  completed: boolean;
  /** 0 to 1. */
  fraction: number;
  /** The server's estimate of the milliseconds left; null before the first step. */
  leftMs: number | null;
  preview: { bytes: Uint8Array; mime: string } | null;
  /** Sent back, so that the same preview does not come twice. */
  previewId: number;
};

/** The answer of `/internal/progress`. Nothing of it counts unless the task is active: forks fill it from the one that is. */
export function taskProgressOf(body: unknown): TaskProgress {
  const fields = fieldsOf(body);
  const active = fields["active"] === true;
  const bytes = active ? fromBase64(textOf(fields["live_preview"])) : null;
  const mime = bytes && pictureType(bytes);
  const eta = numberOf(fields["eta"], -1);
  return {
    active,
    queued: fields["queued"] === true,
    completed: fields["completed"] === true,
    fraction: active ? Math.min(1, Math.max(0, numberOf(fields["progress"]))) : 0,
    leftMs: active && eta >= 0 ? eta * 1000 : null,
    preview: bytes && mime ? { bytes, mime } : null,
    previewId: numberOf(fields["id_live_preview"], -1),
  };
}

/** Checkpoints of `/sdapi/v1/sd-models`. */
export function modelsOf(body: unknown): SdModel[] {
  return listOf(body)
    .map(fieldsOf)
    .map(({ title, model_name: name, type }) => ({
      id: textOf(title) || textOf(name),
      label: textOf(name) || textOf(title),
      type: textOf(type),
    }))
    .filter(({ id }) => id !== "");
}
