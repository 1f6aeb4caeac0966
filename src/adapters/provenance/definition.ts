/** A claim in the words of C2PA. */
import { licenceOf } from "#app/rules/licences.ts";
import type { Claim, ClaimedParent } from "./port.ts";

const sourceTypes = "http://cv.iptc.org/newscodes/digitalsourcetype/";

export const mediaTypes = {
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  png: "image/png",
} as const;

type Program = { name: string; version: string; site: string };

/** The address of a picture by its id: unlike its name, it holds no words. */
const addressOf = ({ site }: Program, pictureId: string) => `${site}/i/${pictureId}`;

/** The name by which an action refers to an ingredient. */
const labelOf = (at: number) => `source-${at + 1}`;

/** What was done to the file, in order. */
export function actionsOf({ engine, sourceType, change, parents }: Claim) {
  const created = {
    action: "c2pa.created",
    digitalSourceType: `${sourceTypes}${sourceType}`,
    softwareAgent: { name: engine },
    ...(parents.length > 0 && {
      parameters: { ingredientIds: parents.map((_, at) => labelOf(at)) },
    }),
  };
  return change === null ? [created] : [created, { action: `c2pa.${change}` }];
}

/** The licence and the mark of generated media, where programs look for them. */
export function metadataOf(claim: Claim, program: Program) {
  const { label, href } = licenceOf(claim.license);
  return {
    "@context": {
      dc: "http://purl.org/dc/elements/1.1/",
      cc: "http://creativecommons.org/ns#",
      Iptc4xmpExt: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    },
    "dc:identifier": addressOf(program, claim.pictureId),
    "dc:rights": label,
    ...(href !== null && { "cc:license": href }),
    "Iptc4xmpExt:DigitalSourceType": `${sourceTypes}${claim.sourceType}`,
    "Iptc4xmpExt:AISystemUsed": claim.engine,
  };
}

function titleOf(parent: ClaimedParent, program: Program): string {
  if (parent.kind === "picture") return addressOf(program, parent.pictureId);
  return parent.kind === "hidden" ? "A picture that is not public" : "The file that was brought in";
}

/** What a picture was made from. @param at its place among them */
export function ingredientOf(parent: ClaimedParent, program: Program, at: number) {
  const file = parent.kind === "hidden" ? undefined : parent.file;
  return {
    title: titleOf(parent, program),
    format: file ? mediaTypes[file.format] : "image/jpeg",
    relationship: "inputTo",
    label: labelOf(at),
    ...(parent.kind === "picture" && { document_id: `uuid:${parent.pictureId}` }),
  };
}
