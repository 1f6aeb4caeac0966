import { t } from "#app/language/message.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import type { PictureDetails } from "./picture-details.ts";

const names = { jpg: "JPEG", png: "PNG", webp: "WebP" } as const;

/** The file of a picture in words: “PNG, 1.8 MB, with transparency”. */
export function originalText({ format, bytes, hasAlpha }: PictureDetails["original"]): string {
  const [form, size] = [names[format], byteSize(bytes)];
  return hasAlpha ? t`${form}, ${size}, with transparency` : t`${form}, ${size}`;
}
