import { fieldsOf, listOf, numberOf, textOf } from "../remote/fields.ts";
import { parseForeign } from "../remote/foreign-json.ts";
import { pictureType } from "../remote/image-bytes.ts";

/** Frames of a server's websocket, reduced to what matters for one prompt. */
export type Frame =
  /** `shown` is the node of the graph that `node` is part of, where a node expands into others while it runs. */
  | { kind: "node"; promptId: string; node: string; shown: string | null }
  | { kind: "parts"; promptId: string; parts: Part[] }
  | { kind: "step"; promptId: string; node: string | null; value: number; max: number }
  | { kind: "cached"; promptId: string; nodes: string[] }
  | { kind: "finished"; promptId: string }
  | { kind: "interrupted"; promptId: string }
  | { kind: "failed"; promptId: string; exception: string; message: string }
  | { kind: "preview"; promptId: string | null; bytes: Uint8Array; mime: string }
  /** The queue has changed. */
  | { kind: "queue" }
  | { kind: "other" };

/** The state of a node that a node of the graph has expanded into. */
export type Part = { node: string; shown: string; value: number; max: number };

const other: Frame = { kind: "other" };
const previewEvent = 1;
const previewWithMetadataEvent = 4;

/** The parsed JSON; undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return parseForeign(text);
  } catch {
    return undefined;
  }
}

/** Running and finished nodes of a `progress_state` that are part of another node. */
function partsOf(nodes: unknown): Part[] {
  return Object.entries(fieldsOf(nodes)).flatMap(([node, state]) => {
    const { display_node_id: shown, value, max } = fieldsOf(state);
    const isPart = typeof shown === "string" && shown !== node;
    return isPart ? [{ node, shown, value: numberOf(value), max: numberOf(max) }] : [];
  });
}

/** A text frame; anything unexpected is `other`. Never throws. */
export function textFrame(text: string): Frame {
  const { type, data: inside } = fieldsOf(parsed(text));
  if (type === "status") return { kind: "queue" };
  const data = fieldsOf(inside);
  const promptId = data["prompt_id"];
  const node = typeof data["node"] === "string" ? data["node"] : null;
  if (typeof promptId !== "string") return other;
  switch (type) {
    case "executing":
      return node === null
        ? { kind: "finished", promptId }
        : { kind: "node", promptId, node, shown: textOf(data["display_node"]) || null };
    case "progress_state":
      return { kind: "parts", promptId, parts: partsOf(data["nodes"]) };
    case "progress": {
      const value = numberOf(data["value"]);
      return { kind: "step", promptId, node, value, max: numberOf(data["max"]) };
    }
    case "execution_cached": {
      const nodes = listOf(data["nodes"]).filter((each) => typeof each === "string");
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

/** The type by content, whatever the server declared. */
function previewFrame(promptId: string | null, bytes: Uint8Array): Frame {
  const mime = pictureType(bytes);
  return mime === null ? other : { kind: "preview", promptId, bytes, mime };
}

/** A binary frame: a preview, in the old form or with metadata before it. Never throws. */
export function binaryFrame(bytes: Uint8Array): Frame {
  if (bytes.byteLength < 8) return other;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const event = view.getUint32(0);
  if (event === previewEvent) return previewFrame(null, bytes.subarray(8));
  if (event !== previewWithMetadataEvent) return other;
  const start = 8 + view.getUint32(4);
  if (start > bytes.byteLength) return other;
  const metadata = parsed(new TextDecoder().decode(bytes.subarray(8, start)));
  // Without an id its owner is unknown.
  const { prompt_id: promptId } = fieldsOf(metadata);
  return typeof promptId === "string" ? previewFrame(promptId, bytes.subarray(start)) : other;
}
