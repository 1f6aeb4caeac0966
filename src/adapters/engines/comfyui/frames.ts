import { textOf } from "../remote/fields.ts";

/** What a server says over its websocket, reduced to what matters for one prompt. */
export type Frame =
  | { kind: "node"; promptId: string; node: string }
  | { kind: "step"; promptId: string; node: string | null; value: number; max: number }
  | { kind: "cached"; promptId: string; nodes: string[] }
  | { kind: "finished"; promptId: string }
  | { kind: "interrupted"; promptId: string }
  | { kind: "failed"; promptId: string; exception: string; message: string }
  | { kind: "preview"; promptId: string | null; bytes: Uint8Array; mime: string }
  | { kind: "other" };

const other: Frame = { kind: "other" };
const previewEvent = 1;
const previewWithMetadataEvent = 4;
const mimes: Record<number, string> = { 1: "image/jpeg", 2: "image/png" };

/** A text frame; anything unexpected is `other`. */
export function textFrame(text: string): Frame {
  let message: { type?: unknown; data?: Record<string, unknown> | null };
  try {
    message = JSON.parse(text) as typeof message;
  } catch {
    return other;
  }
  const data = message.data ?? {};
  const promptId = typeof data["prompt_id"] === "string" ? data["prompt_id"] : null;
  const node = typeof data["node"] === "string" ? data["node"] : null;
  if (promptId === null) return other;
  switch (message.type) {
    case "executing":
      return node === null ? { kind: "finished", promptId } : { kind: "node", promptId, node };
    case "progress":
      return {
        kind: "step",
        promptId,
        node,
        value: Number(data["value"]),
        max: Number(data["max"]),
      };
    case "execution_cached": {
      const nodes = Array.isArray(data["nodes"])
        ? data["nodes"].filter((each) => typeof each === "string")
        : [];
      return { kind: "cached", promptId, nodes };
    }
    case "execution_success":
      return { kind: "finished", promptId };
    case "execution_interrupted":
      return { kind: "interrupted", promptId };
    case "execution_error":
      return {
        kind: "failed",
        promptId,
        exception: textOf(data["exception_type"]),
        message: textOf(data["exception_message"]),
      };
    default:
      return other;
  }
}

/** A binary frame: a preview, in the old form or with metadata before it. */
export function binaryFrame(bytes: Uint8Array): Frame {
  if (bytes.byteLength < 8) return other;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const event = view.getUint32(0);
  if (event === previewEvent) {
    const mime = mimes[view.getUint32(4)];
    return mime ? { kind: "preview", promptId: null, bytes: bytes.subarray(8), mime } : other;
  }
  if (event !== previewWithMetadataEvent) return other;
  const length = view.getUint32(4);
  if (8 + length > bytes.byteLength) return other;
  try {
    const metadata = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Record<
      string,
      unknown
    >;
    const promptId = metadata["prompt_id"];
    const mime = metadata["image_type"];
    return {
      kind: "preview",
      promptId: typeof promptId === "string" ? promptId : null,
      bytes: bytes.subarray(8 + length),
      mime: typeof mime === "string" ? mime : "image/jpeg",
    };
  } catch {
    return other;
  }
}
