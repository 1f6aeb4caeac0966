import type { FoundSettings } from "../port.ts";
import { sniff } from "#app/lib/sniff.ts";
import { readParameters } from "./a1111.ts";
import { readComfyPrompt } from "./comfyui.ts";
import { readDream, readInvokeMetadata, readSdMetadata } from "./invokeai.ts";
import { bounds } from "./bounds.ts";
import { exifComment } from "./exif-comment.ts";
import { pngTexts } from "./png-texts.ts";
import { readSwarm } from "./swarmui.ts";
import { userComment } from "./user-comment.ts";
import { readXmp } from "./xmp.ts";

/** What each tool writes, by the key it writes it under; the most telling first. */
const readers: readonly (readonly [key: string, read: (text: string) => FoundSettings | null])[] = [
  ["parameters", readSwarm],
  ["parameters", readParameters],
  ["invokeai_metadata", readInvokeMetadata],
  ["sd-metadata", readSdMetadata],
  ["prompt", readComfyPrompt],
  ["Dream", readDream],
  ["dream", readDream],
  ["XML:com.adobe.xmp", readXmp],
];

const keys = new Set(readers.map(([key]) => key));

function ofTexts(texts: ReadonlyMap<string, string>): FoundSettings | null {
  for (const [key, read] of readers) {
    const text = texts.get(key);
    const found = text === undefined ? null : read(text);
    if (found) return found;
  }
  return null;
}

/** What stands of an XMP packet within the bounds. */
function packetOf(bytes: Buffer): string | null {
  const from = bytes.indexOf("<x:xmpmeta");
  if (from < 0) return null;
  const packet = bytes.toString("utf8", from, from + bounds.text);
  const end = packet.indexOf("</x:xmpmeta>");
  return end < 0 ? packet : packet.slice(0, end);
}

/**
 * The settings that a picture by a machine carries inside its file: those of AUTOMATIC1111 and its forks, ComfyUI,
 * InvokeAI, SwarmUI, SD.Next, and XMP. Null when it carries none. Nothing is decoded but text, within bounds, and every
 * step takes time in proportion to the text. It still runs in a thread of its own (reader.ts): files are foreign.
 */
export function readSettings(input: Uint8Array): FoundSettings | null {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const kind = sniff(bytes);
  if (kind === null) return null;
  if (kind === "png") {
    const found = ofTexts(pngTexts(bytes, keys));
    if (found) return found;
  }
  const comment = exifComment(bytes);
  const text = comment && userComment(comment);
  const told = text === null ? null : (readSwarm(text) ?? readParameters(text));
  if (told) return told;
  const packet = packetOf(bytes);
  return packet === null ? null : readXmp(packet);
}
