import { EngineError } from "../port.ts";
import { fieldsOf } from "../remote/fields.ts";
import { fromBase64 } from "../remote/image-bytes.ts";

/** A picture as the Images API gives it: bytes, or an address to fetch. */
export type Given = { bytes: Uint8Array } | { address: string };

export type Item = Given & { revisedPrompt?: string };

function itemOf(value: unknown): Item | null {
  const revised = fieldsOf(value)["revised_prompt"];
  const extra = typeof revised === "string" ? { revisedPrompt: revised } : {};
  const base64 = fieldsOf(value)["b64_json"];
  const bytes = typeof base64 === "string" ? fromBase64(base64) : null;
  if (bytes) return { bytes, ...extra };
  const address = fieldsOf(value)["url"];
  if (typeof address !== "string" || address === "") return null;
  const inline = address.startsWith("data:") ? fromBase64(address) : null;
  return inline ? { bytes: inline, ...extra } : { address, ...extra };
}

/** The first picture of a whole answer. An empty list with status 200 is moderation without a word. */
export function firstItem(body: unknown): Item {
  const data = fieldsOf(body)["data"];
  if (!Array.isArray(data)) {
    throw new EngineError("bad-response", "The engine's answer could not be read.", {
      billed: "maybe",
    });
  }
  if (data.length === 0) {
    throw new EngineError("moderated-output", "The engine withheld this picture.", {
      billed: "maybe",
    });
  }
  const item = itemOf(data[0]);
  if (!item) {
    throw new EngineError("bad-response", "The engine's answer held no picture.", {
      billed: "maybe",
    });
  }
  return item;
}

export type StreamMessage =
  | { kind: "partial"; index: number; bytes: Uint8Array }
  | { kind: "completed"; item: Item }
  | { kind: "error"; body: unknown }
  | { kind: "other" };

/** One event of a streamed answer, for generations and edits alike. */
export function streamMessage(data: string): StreamMessage {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return { kind: "other" };
  }
  const type = fieldsOf(event)["type"];
  if (fieldsOf(event)["error"] !== undefined || type === "error")
    return { kind: "error", body: event };
  if (typeof type !== "string") return { kind: "other" };
  const item = itemOf(event);
  if (type.endsWith(".partial_image") && item && "bytes" in item) {
    return {
      kind: "partial",
      index: Number(fieldsOf(event)["partial_image_index"] ?? 0),
      bytes: item.bytes,
    };
  }
  return type.endsWith(".completed") && item ? { kind: "completed", item } : { kind: "other" };
}
