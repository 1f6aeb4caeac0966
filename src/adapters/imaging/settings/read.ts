import ExifReader from "exifreader";
import type { FoundSettings } from "../port.ts";
import { sniff } from "../sniff.ts";
import { readParameters } from "./a1111.ts";
import { readComfyPrompt } from "./comfyui.ts";
import { readDream, readInvokeMetadata, readSdMetadata } from "./invokeai.ts";
import { recordOf } from "./found.ts";
import { pngTexts } from "./png-texts.ts";
import { readSwarm } from "./swarmui.ts";
import { userComment } from "./user-comment.ts";
import { readXmp } from "./xmp.ts";

/** Bytes of an XMP packet that are looked at. */
const longestXmp = 512 * 1024;

// A CommonJS module: Node knows no names of it but the default.
// oxlint-disable-next-line import/no-named-as-default-member
const { load } = ExifReader;

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

function ofTexts(texts: ReadonlyMap<string, string>): FoundSettings | null {
  for (const [key, read] of readers) {
    const text = texts.get(key);
    const found = text === undefined ? null : read(text);
    if (found) return found;
  }
  return null;
}

function commentOf(bytes: Buffer): string | null {
  try {
    // Only the tags: no thumbnails and no profiles are read.
    const tags = load(bytes, { expanded: true });
    const comment: unknown = tags.exif?.["UserComment"];
    const value = recordOf(comment)?.["value"];
    return Array.isArray(value) ? userComment(Uint8Array.from(value as number[])) : null;
  } catch {
    // Most files have none, and a damaged one is as good as none.
    return null;
  }
}

function packetOf(bytes: Buffer): string | null {
  const from = bytes.indexOf("<x:xmpmeta");
  if (from < 0) return null;
  const end = bytes.indexOf("</x:xmpmeta>", from);
  return end < 0 || end - from > longestXmp ? null : bytes.toString("utf8", from, end);
}

/**
 * The settings that a picture by a machine carries inside its file: those of AUTOMATIC1111 and its kin, ComfyUI,
 * InvokeAI, SwarmUI, SD.Next, and XMP. Null when it carries none. Nothing is decoded but text, within bounds.
 */
export function readSettings(input: Uint8Array): FoundSettings | null {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const kind = sniff(bytes);
  if (kind === null) return null;
  if (kind === "png") {
    const found = ofTexts(pngTexts(bytes));
    if (found) return found;
  }
  const comment = commentOf(bytes);
  const told = comment === null ? null : (readSwarm(comment) ?? readParameters(comment));
  if (told) return told;
  const packet = packetOf(bytes);
  return packet === null ? null : readXmp(packet);
}
