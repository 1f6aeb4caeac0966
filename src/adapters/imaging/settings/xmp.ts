import type { FoundSettings } from "../port.ts";
import { settled, textOf, wholeOf } from "./found.ts";

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  return text.replace(/&(#x?[\da-f]{1,6}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The text of the first element or attribute of this name; an alternative list counts by its first entry. */
function property(xmp: string, name: string): string | undefined {
  const open = new RegExp(`<${name}(?:\\s[^<>]*)?>`).exec(xmp);
  if (open) {
    const from = open.index + open[0].length;
    const end = xmp.indexOf(`</${name}>`, from);
    if (end < 0) return undefined;
    return textOf(unescaped(xmp.slice(from, end).replace(/<[^<>]*>/g, "")));
  }
  const attribute = new RegExp(`\\s${name}="([^"]{0,8000})"`).exec(xmp);
  return textOf(unescaped(attribute?.[1] ?? ""));
}

/** An XMP packet that names a prompt: this product's own, or the IPTC fields for pictures by machines. */
export function readXmp(xmp: string): FoundSettings | null {
  const prompt =
    property(xmp, "echoform:prompt") ?? property(xmp, "Iptc4xmpExt:AIPromptInformation");
  if (prompt === undefined) return null;
  const engine = property(xmp, "echoform:engine") ?? property(xmp, "Iptc4xmpExt:AISystemUsed");
  return settled(
    property(xmp, "xmp:CreatorTool") ?? "XMP",
    { prompt, seed: wholeOf(property(xmp, "echoform:seed")), model: engine },
    { title: property(xmp, "dc:title"), source: property(xmp, "dc:source") },
  );
}
