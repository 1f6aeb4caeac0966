/** Files that tests make: containers of metadata, whole or made to do harm. */
import { deflateSync } from "node:zlib";

type Chunk = readonly [type: string, data: Buffer];

/** A PNG with the given chunks; their sums are left out, as readers do not look. */
export function pngWith(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  });
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

/** A text chunk as it is. */
export const text = (key: string, value: string): Chunk => [
  "tEXt",
  Buffer.from(`${key}\0${value}`, "utf8"),
];

/** A text chunk that is packed. */
export const packedText = (key: string, value: string | Buffer): Chunk => [
  "zTXt",
  Buffer.concat([Buffer.from(`${key}\0\0`, "latin1"), deflateSync(value)]),
];

/** An EXIF block whose Exif directory has the given entries, each of them all of the block. */
export function exifOf(tags: readonly number[], size: number): Buffer {
  const block = Buffer.alloc(size);
  block.write("II*\0", 0, "latin1");
  block.writeUInt32LE(8, 4);
  block.writeUInt16LE(1, 8);
  const write = (at: number, tag: number, count: number, value: number) => {
    block.writeUInt16LE(tag, at);
    block.writeUInt16LE(7, at + 2);
    block.writeUInt32LE(count, at + 4);
    block.writeUInt32LE(value, at + 8);
  };
  write(10, 0x8769, 1, 30);
  block.writeUInt16LE(tags.length, 30);
  tags.forEach((tag, index) => write(32 + index * 12, tag, size - 1_000, 900));
  return block;
}

const comfyNames = ["text", "text_g", "t5xxl", "clip_l", "prompt", "string", "value"];
const comfyTies = ["positive", "negative", "conditioning", "conditioning_1", "conditioning_to"];

/** A ComfyUI graph whose only node is tied to itself by so many names: 1 to 12. */
export function selfTiedGraph(names: number): string {
  const inputs = [...comfyTies.slice(0, 2), ...comfyNames, ...comfyTies.slice(2)].slice(0, names);
  const ties = inputs.map((name) => `"${name}":["1",0]`).join(",");
  return `{"1":{"class_type":"KSampler","inputs":{${ties}}}}`;
}

/** A ComfyUI graph of many nodes, each tied to others by every name. */
export function tangledGraph(nodes: number): string {
  const names = [...comfyNames, ...comfyTies];
  const node = (id: number) => {
    const ties = names.map((name, index) => [name, [String((id * 7 + index * 13) % nodes), 0]]);
    return [id, { class_type: id === 0 ? "KSampler" : "X", inputs: Object.fromEntries(ties) }];
  };
  return JSON.stringify(Object.fromEntries(Array.from({ length: nodes }, (_, id) => node(id))));
}

const long = 60_000;

/** Files of one picture each that took a reader of settings seconds to hours, by what they hold. */
export function hostileFiles(): Record<string, Buffer> {
  const png = (key: string, value: string) => pngWith([text(key, value)]);
  const xmp = "XML:com.adobe.xmp";
  const big = 2 * 1024 * 1024;
  const signs = (size: number) => "<".repeat(size);
  const manyTexts = Array.from({ length: 64 }, (_, index) =>
    packedText(index === 0 ? xmp : `parameters${index}`, `<echoform:prompt>${signs(big)}`),
  );
  const exifTags = [0x9286, 0x927c, 0x9101, 0xa301, 0xa300, 0xa40b];
  return {
    "graph tied to itself by 1 name": png("prompt", selfTiedGraph(1)),
    "graph tied to itself by 2 names": png("prompt", selfTiedGraph(2)),
    "graph tied to itself by 12 names": png("prompt", selfTiedGraph(12)),
    "graph of 150 tangled nodes": png("prompt", tangledGraph(150)),
    "tie nested 20,000 deep": png(
      "prompt",
      `{"1":{"class_type":"KSampler","inputs":{"positive":[${"[".repeat(20_000)}${"]".repeat(20_000)}]}}}`,
    ),
    "tie that is no text": png(
      "prompt",
      '{"1":{"class_type":"KSampler","inputs":{"positive":[{"toString":1}]}}}',
    ),
    "60 kB of opened tags": png(xmp, `<echoform:prompt>${signs(long)}</echoform:prompt>`),
    "60 kB of opened elements": png(xmp, "<echoform:prompt ".repeat(long / 17)),
    "2 MB of opened tags": png(xmp, `<echoform:prompt>${signs(big)}</echoform:prompt>`),
    "2 MB of opened tags outside a chunk": Buffer.concat([
      pngWith([]),
      Buffer.from(`<x:xmpmeta><echoform:prompt>${signs(big)}</echoform:prompt></x:xmpmeta>`),
    ]),
    "64 texts of 2 MB": pngWith(manyTexts),
    "60 kB of blanks between settings": png("parameters", `Steps: 1,${" ".repeat(long)}x`),
    "60 kB of blanks after Steps": png("parameters", `Steps:${"\n".repeat(long)}x`),
    "60 kB of blank lines": png("parameters", `${"\n ".repeat(long / 2)}Steps: 1`),
    "60 kB of opened quotes": png("parameters", `Steps: 1,${'a:"\\"b,'.repeat(long / 8)}`),
    "60 kB of opened braces": png("parameters", `Steps: 1${", a: {".repeat(long / 6)}`),
    "60 kB of negative prompts": png("parameters", "\nNegative prompt:".repeat(long / 17)),
    "JSON nested 10,000 deep": png("prompt", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
    "64 MB in a packed text": pngWith([packedText("parameters", Buffer.alloc(64 * 1024 * 1024))]),
    "300,000 texts": pngWith(Array.from({ length: 300_000 }, () => text("k", "v"))),
    "15 MB of EXIF values": pngWith([["eXIf", exifOf(exifTags, 15_000_000)]]),
    "60 kB of EXIF values": pngWith([["eXIf", exifOf(exifTags, long)]]),
    "EXIF that begins again and again": Buffer.concat([
      pngWith([]),
      Buffer.from("II*\0\x08\0\0\0".repeat(200_000), "latin1"),
    ]),
    "chunk without an end": pngWith([["tEXt", Buffer.from("no end")]]),
    "chunk longer than the file": Buffer.from(
      "\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXtxxxxxxxx",
      "latin1",
    ),
  };
}
