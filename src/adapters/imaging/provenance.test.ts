import * as fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Provenance } from "./port.ts";
import { openSharpImaging } from "./sharp.ts";
import { echoformNamespace, provenancePacket } from "./xmp.ts";

const imaging = openSharpImaging(1);

const provenance: Provenance = {
  pictureId: "0199c0de-0000-7000-8000-000000000001",
  title: "Misty lake",
  prompt: "misty mountain lake at dawn, watercolour",
  creator: "Ada Lovelace",
  engine: "sketch",
  seed: 42,
  source: "https://example.org/i/lake-0a1b2c3d",
  license: "cc-by",
  page: "https://example.org/i/misty-lake-4d3c2b1a",
  instance: "0b9f4c1e-6f0b-4a55-9d53-0f1f6f6d8a11",
  createdAt: new Date("2026-11-21T10:20:30.456Z"),
  neural: false,
};

const plain = sharp({ create: { width: 64, height: 48, channels: 3, background: "#0f766e" } })
  .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
  .toBuffer();

const stamp = async (value: Provenance) => imaging.withProvenance(await plain, value);
const xmpOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).xmp?.toString("utf8") ?? "";

// oxlint-disable-next-line no-control-regex
const impossibleInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A reader that knows nothing of how the packet is written: strict nesting, entities, then the text of each element. */
function readXml(xml: string): Map<string, string> {
  const texts = new Map<string, string>();
  const open: { name: string; text: string }[] = [];
  const body = xml.replace(/<\?xpacket[^?]*\?>/g, "");
  for (const [, tag, text] of body.matchAll(/<([^<>]*)>|([^<>]+)/g)) {
    if (text !== undefined) {
      if (/&(?!#\d+;|amp;|lt;|gt;|quot;|apos;)/.test(text)) throw new Error("a bare ampersand");
      const top = open.at(-1);
      if (top)
        top.text += text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    } else if (tag.startsWith("/")) {
      const closed = open.pop();
      if (closed?.name !== tag.slice(1)) throw new Error(`</${tag}> closes ${closed?.name}`);
      // A list hands the text of its item up to the property.
      const parent = open.at(-1);
      if (parent && (closed.name === "rdf:li" || /^rdf:(Alt|Seq)$/.test(closed.name))) {
        parent.text = closed.text;
      }
      texts.set(closed.name, closed.text);
    } else if (!tag.endsWith("/")) open.push({ name: tag.split(" ")[0], text: "" });
  }
  if (open.length > 0) throw new Error("not closed");
  return texts;
}

test("IM-10 the file says title, creator, licence, prompt, engine, seed, source and that it is generated", async () => {
  const read = readXml(await xmpOf(await stamp(provenance)));
  expect(Object.fromEntries(read)).toMatchObject({
    "dc:title": "Misty lake",
    "dc:creator": "Ada Lovelace",
    "dc:rights": "cc-by",
    "echoform:prompt": provenance.prompt,
    "echoform:engine": "sketch",
    "echoform:seed": "42",
    "echoform:source": provenance.source,
    "echoform:page": provenance.page,
    "xmp:CreateDate": "2026-11-21T10:20:30.456Z",
    "xmpMM:InstanceID": "uuid:0b9f4c1e-6f0b-4a55-9d53-0f1f6f6d8a11",
    "Iptc4xmpExt:DigitalSourceType":
      "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia",
  });
  expect(await xmpOf(await stamp(provenance))).toContain(`xmlns:echoform="${echoformNamespace}"`);
});

test.each([
  ["cc-by-nc", "CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/", "True"],
  ["cc0", "CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/", "False"],
  ["all-rights-reserved", "All rights reserved", undefined, "True"],
  ["Apache-2.0", "Apache-2.0", undefined, "True"],
])(
  "IM-10 the licence %s is stored where programs look for it",
  async (license, label, href, marked) => {
    const xmp = await xmpOf(await stamp({ ...provenance, license }));
    const read = readXml(xmp);
    expect(read.get("dc:rights")).toBe(license);
    expect(read.get("xmpRights:UsageTerms")).toBe(label);
    expect(read.get("xmpRights:WebStatement")).toBe(href);
    expect(read.get("xmpRights:Marked")).toBe(marked);
    expect(/<cc:license rdf:resource="([^"]*)"\/>/.exec(xmp)?.[1]).toBe(href);
  },
);

test("IM-10 a neural picture is marked as trained algorithmic media; what is hidden or unknown is left out", async () => {
  const bare: Provenance = { ...provenance, neural: true };
  delete bare.prompt;
  delete bare.seed;
  delete bare.source;
  const read = readXml(await xmpOf(await stamp(bare)));
  expect(read.get("Iptc4xmpExt:DigitalSourceType")).toMatch(/\/trainedAlgorithmicMedia$/);
  for (const name of [
    "echoform:prompt",
    "Iptc4xmpExt:AIPromptInformation",
    "echoform:seed",
    "dc:source",
  ]) {
    expect(read.has(name)).toBe(false);
  }
});

test("IM-10 EXIF has software, artist, description, copyright and date", async () => {
  const { exif } = await sharp(await stamp({ ...provenance, title: "Été 😀" })).metadata();
  for (const text of [
    "Echoform (sketch)",
    "Ada Lovelace",
    "Été 😀",
    "cc-by",
    "2026:11:21 10:20:30",
  ]) {
    expect(exif?.includes(Buffer.from(`${text}\0`))).toBe(true);
  }
});

test("IM-10 the picture data stays as it is, and a second stamp replaces the first", async () => {
  const first = await stamp(provenance);
  const raw = async (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  expect((await raw(first)).equals(await raw(await plain))).toBe(true);
  const again = await imaging.withProvenance(first, { ...provenance, title: "Renamed" });
  expect(again.equals(await stamp({ ...provenance, title: "Renamed" }))).toBe(true);
  expect(again.includes("Misty lake")).toBe(false);
});

test.each([
  "</rdf:li></rdf:Alt><script>alert(1)</script>",
  "]]> <!-- & --> <?xpacket end='w'?>",
  "quotes \" ' and \u0000 \u0001 \u001F \uFFFE control",
  "lone \uD800 surrogate, emoji 😀, RTL \u202E text",
  "line\r\nbreaks\tand tabs",
])("IM-10 hostile text stays text: %j", async (text) => {
  const read = readXml(
    await xmpOf(await stamp({ ...provenance, title: text, prompt: text, creator: text })),
  );
  const readable = text.toWellFormed().replace(impossibleInXml, "");
  for (const name of ["dc:title", "dc:creator", "echoform:prompt"])
    expect(read.get(name)).toBe(readable);
});

test("IM-10 any text gives a well-formed packet that fits into one segment", () => {
  const text = fc.string({ unit: "binary", maxLength: 500 });
  fc.assert(
    fc.property(text, text, (title, prompt) => {
      const packet = provenancePacket({ ...provenance, title, prompt });
      expect(readXml(packet).size).toBeGreaterThan(10);
    }),
    { numRuns: 50 },
  );
  const longest = provenancePacket({ ...provenance, prompt: "&".repeat(100_000) });
  expect(Buffer.byteLength(longest)).toBeLessThan(65_000);
});

test("IM-10 large variants carry all of it, small ones the mark and the way to the page, blurs nothing", async () => {
  const original = await stamp(provenance);
  for (const format of ["webp", "avif", "jpg", "png"] as const) {
    const at = (width: number) =>
      imaging.variant(original, { width, height: 0, quality: 75, format });
    expect(readXml(await xmpOf(await at(1024))).get("echoform:prompt")).toBe(provenance.prompt);
    const small = readXml(await xmpOf(await at(512)));
    expect(small.get("Iptc4xmpExt:DigitalSourceType")).toMatch(/algorithmicMedia$/);
    expect(small.get("dc:identifier")).toBe(provenance.page);
    expect(small.has("echoform:prompt")).toBe(false);
    expect(await xmpOf(await at(24))).toBe("");
  }
});
