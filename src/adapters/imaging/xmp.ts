import { licenceOf } from "#app/rules/licences.ts";
import { madeBy, sourceTypeOf } from "#app/rules/source-type.ts";
import type { Provenance, Stamp } from "./port.ts";

const sourceTypes = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/** Namespace of the product's own properties; a name, not an address to fetch. */
export const echoformNamespace = "https://echoform.example/ns/1.0/";

/** Code points of a prompt that travel inside the file; keeps the packet inside one JPEG segment. */
const longestPrompt = 4_000;

/** What XML 1.0 cannot hold at all, however it is written. */
// oxlint-disable-next-line no-control-regex
const impossible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Text as it may stand between XML tags. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(impossible, "")
    .replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
    .replaceAll("\r", "&#13;");
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
const alternative = (name: string, text: string): string =>
  `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></${name}>`;
const sequence = (name: string, text: string): string =>
  `<${name}><rdf:Seq><rdf:li>${escapeXml(text)}</rdf:li></rdf:Seq></${name}>`;

function packet(properties: string[]): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"',
    ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"',
    ' xmlns:cc="http://creativecommons.org/ns#"',
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    ` xmlns:echoform="${echoformNamespace}">`,
    ...properties,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join("");
}

const sourceType = (provenance: Provenance): string =>
  element("Iptc4xmpExt:DigitalSourceType", `${sourceTypes}${sourceTypeOf(provenance)}`);

/** The licence where programs look for it: its name, and the address of its words where it has one. */
function licenceProperties(license: string): string[] {
  const { label, href } = licenceOf(license);
  return [
    element("xmpRights:Marked", license === "cc0" ? "False" : "True"),
    alternative("xmpRights:UsageTerms", label),
    ...(href === null ? [] : [element("xmpRights:WebStatement", href)]),
    ...(href === null ? [] : [`<cc:license rdf:resource="${escapeXml(href)}"/>`]),
  ];
}

/** The whole XMP packet of a picture: Dublin Core, rights, the IPTC mark of generated media, and how it was made. */
export function provenancePacket(provenance: Provenance): string {
  const { title, creator, engine, seed, source, sourceId, license, page, pictureId } = provenance;
  const { instance, createdAt } = provenance;
  const prompt =
    provenance.prompt === undefined
      ? undefined
      : Array.from(provenance.prompt).slice(0, longestPrompt).join("");
  return packet([
    alternative("dc:title", title),
    sequence("dc:creator", creator),
    alternative("dc:rights", license),
    element("dc:identifier", page),
    ...(source === undefined ? [] : [element("dc:source", source)]),
    ...licenceProperties(license),
    element("xmp:CreatorTool", `Echoform (${engine})`),
    element("xmp:CreateDate", createdAt.toISOString()),
    element("xmpMM:DocumentID", `uuid:${pictureId}`),
    element("xmpMM:InstanceID", `uuid:${instance}`),
    sourceType(provenance),
    element("Iptc4xmpExt:AISystemUsed", engine),
    ...(prompt === undefined ? [] : [element("Iptc4xmpExt:AIPromptInformation", prompt)]),
    ...(prompt === undefined ? [] : [element("echoform:prompt", prompt)]),
    element("echoform:engine", engine),
    ...(seed === undefined ? [] : [element("echoform:seed", String(seed))]),
    ...(source === undefined ? [] : [element("echoform:source", source)]),
    ...(sourceId === undefined ? [] : [element("echoform:sourceId", sourceId)]),
    element("echoform:page", page),
  ]);
}

/** The short packet of resized copies: that the picture is generated, its licence, and where the rest is told. */
export function markPacket(whole: string): string | null {
  const names = ["dc:rights", "dc:identifier", "xmpMM:DocumentID", "Iptc4xmpExt:DigitalSourceType"];
  const kept = names.flatMap((name) => {
    const found = new RegExp(`<${name}>.*?</${name}>`, "s").exec(whole);
    return found === null ? [] : [found[0]];
  });
  return kept.length === 0 ? null : packet(kept);
}

/** The text of a property of a packet that provenancePacket made; undefined when it is not there. */
function textOf(whole: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(whole)?.[1];
  return found
    ?.replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** What a packet that provenancePacket made says of its picture; null for one without the picture's id. */
export function stampOf(whole: string): Stamp | null {
  const pictureId = textOf(whole, "xmpMM:DocumentID")?.replace(/^uuid:/, "");
  const engine = textOf(whole, "echoform:engine");
  const license = textOf(whole, "dc:rights");
  if (pictureId === undefined || engine === undefined || license === undefined) return null;
  const sourceId = textOf(whole, "echoform:sourceId");
  const type = textOf(whole, "Iptc4xmpExt:DigitalSourceType") ?? "";
  const { neural, isEdit } = madeBy(type.slice(sourceTypes.length));
  return {
    pictureId,
    engine,
    license,
    neural,
    ...(isEdit && { isEdit }),
    ...(sourceId !== undefined && { sourceId }),
  };
}
