import { EngineError } from "../port.ts";
import { fieldsOf, numberOf, textOf } from "../remote/fields.ts";
import { parseForeign } from "../remote/foreign-json.ts";
import { fromBase64 } from "../remote/image-bytes.ts";
import type { ServerEvent } from "../remote/server-events.ts";

/** Most usage counts of one response; the service has eight. */
const mostCounts = 20;
const longestName = 60;
/** Characters kept of a prompt that the service rewrote. */
const longestPrompt = 4000;

/** A picture as the Images API gives it: bytes, or an address to fetch. */
export type Given = { bytes: Uint8Array } | { address: string };

/** Tokens by the service's own names, e.g. `{input_tokens, output_tokens, total_tokens}`. */
export type Usage = Record<string, number>;

export type Item = Given & { revisedPrompt?: string; usage?: Usage };

/** The usage reported in a response or event, or undefined. A nested count becomes `details.name`. */
function usageOf(body: unknown): Usage | undefined {
  const counts: [name: string, count: unknown][] = [];
  for (const [name, value] of Object.entries(fieldsOf(fieldsOf(body)["usage"]))) {
    counts.push([name, value]);
    for (const [part, count] of Object.entries(fieldsOf(value))) {
      counts.push([`${name}.${part}`, count]);
    }
  }
  const usage: Usage = {};
  for (const [name, count] of counts.slice(0, mostCounts)) {
    if (numberOf(count, -1) >= 0) usage[name.slice(0, longestName)] = numberOf(count);
  }
  return Object.keys(usage).length > 0 ? usage : undefined;
}

function itemOf(value: unknown): Item | null {
  const revised = fieldsOf(value)["revised_prompt"];
  const extra =
    typeof revised === "string" ? { revisedPrompt: revised.slice(0, longestPrompt) } : {};
  const base64 = fieldsOf(value)["b64_json"];
  const bytes = typeof base64 === "string" ? fromBase64(base64) : null;
  if (bytes) return { bytes, ...extra };
  const address = fieldsOf(value)["url"];
  if (typeof address !== "string" || address === "") return null;
  const inline = address.startsWith("data:") ? fromBase64(address) : null;
  return inline ? { bytes: inline, ...extra } : { address, ...extra };
}

/** The first picture of a complete response. An empty list with status 200 means moderation. */
export function firstItem(body: unknown): Item {
  const { data } = fieldsOf(body);
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
    throw new EngineError("bad-response", "The engine's response contained no picture.", {
      billed: "maybe",
    });
  }
  return { ...item, usage: usageOf(body) };
}

export type StreamMessage =
  | { kind: "partial"; index: number; bytes: Uint8Array }
  | { kind: "completed"; item: Item }
  | { kind: "error"; body: unknown }
  | { kind: "other" };

/** One event of a streamed answer, for generations and edits alike. */
export function streamMessage({ event: eventName, data }: ServerEvent): StreamMessage {
  let event: unknown;
  try {
    event = parseForeign(data);
  } catch {
    return { kind: "other" };
  }
  const { type, error, partial_image_index: index } = fieldsOf(event);
  const isError = type === "error" || eventName === "error";
  if (isError || (error !== undefined && error !== null)) {
    return { kind: "error", body: event };
  }
  const name = textOf(type);
  const item = itemOf(event);
  if (name.endsWith(".partial_image") && item && "bytes" in item) {
    return { kind: "partial", index: numberOf(index), bytes: item.bytes };
  }
  return name.endsWith(".completed") && item
    ? { kind: "completed", item: { ...item, usage: usageOf(event) } }
    : { kind: "other" };
}
