import { sharp } from "#app/lib/sharp.ts";
import { EngineError } from "../port.ts";

/** Largest picture a service may send, bytes. */
export const pictureLimit = 64 * 1024 * 1024;
/** The same in base64, with JSON around it. */
export const base64PictureLimit = Math.ceil((pictureLimit * 4) / 3) + 1024 * 1024;

const signatures: readonly (readonly [mime: string, test: (bytes: Uint8Array) => boolean])[] = [
  ["image/png", (b) => b[0] === 0x89 && b[1] === 0x50 && b[2] === 0x4e && b[3] === 0x47],
  ["image/jpeg", (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff],
  ["image/webp", (b) => ascii(b, 0, 4) === "RIFF" && ascii(b, 8, 12) === "WEBP"],
];

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** The type by content, or null. */
export function pictureType(bytes: Uint8Array): string | null {
  return signatures.find(([, test]) => test(bytes))?.[0] ?? null;
}

/**
 * Checks that bytes of a service are a picture that decodes, whatever it called them.
 * @throws EngineError "bad-response"
 */
export async function checkedPicture(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; mime: string; width: number; height: number }> {
  const mime = pictureType(bytes);
  if (mime === null) {
    throw new EngineError("bad-response", "The engine sent something that is not a picture.", {
      billed: "maybe",
    });
  }
  try {
    const image = sharp(bytes, { limitInputPixels: 5e7, failOn: "error" });
    const { width, height } = await image.metadata();
    await image.stats();
    return { bytes, mime, width, height };
  } catch (error) {
    throw new EngineError("bad-response", "The engine sent a broken picture.", {
      billed: "maybe",
      cause: error,
    });
  }
}

/** Bytes of base64 text, with or without a `data:` prefix; null when it is not base64. */
export function fromBase64(text: string): Uint8Array | null {
  const comma = text.startsWith("data:") ? text.indexOf(",") : -1;
  const body = text.slice(comma + 1).replaceAll(/\s+/g, "");
  const padding = body.endsWith("==") ? 2 : Number(body.endsWith("="));
  const bytes = Buffer.from(body, "base64");
  // The decoder skips invalid characters: then fewer bytes come out than the text's length implies.
  const room = Math.floor(((body.length - padding) * 3) / 4);
  return bytes.length > 0 && bytes.length === room ? bytes : null;
}
