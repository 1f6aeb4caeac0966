/** References in the composer's draft. */
import {
  type ReferenceOffer,
  type ReferenceRole,
  referenceFaults,
  referenceLimits,
  referenceRoles,
} from "#app/rules/references.ts";
import type { ReferenceInput } from "../inputs/references.ts";
import type { Cast } from "../queries.ts";
import type { EngineCan, EngineListing } from "../queries/engines.ts";
import type { RemixSource } from "./source.ts";

export type DraftReference = {
  kind: "picture" | "upload";
  id: string;
  /** Null for an upload. */
  slug: string | null;
  title: string;
  /** Shown until the picture is. */
  color: string;
  role: ReferenceRole;
  /** 0 to 100; null where the engine weighs none. */
  weight: number | null;
};

/** A picture as it is added: with the role that most engines take. */
export type ReferenceToAdd = Omit<DraftReference, "role" | "weight">;

/** A picture as a reference of the draft. */
export const pictureToAdd = ({
  id,
  slug,
  title,
  colors,
}: Pick<RemixSource, "id" | "slug" | "title" | "colors">): ReferenceToAdd => ({
  kind: "picture",
  id,
  slug,
  title,
  color: colors[0] ?? "",
});

export const usualWeight = Math.round(referenceLimits.weight.default * 100);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const text = (value: unknown) => (typeof value === "string" ? value : "");

function readReference(value: unknown): DraftReference[] {
  if (typeof value !== "object" || value === null) return [];
  const { kind, id, slug, title, color, role, weight } = value as Record<string, unknown>;
  if (!uuid.test(text(id)) || (kind !== "picture" && kind !== "upload")) return [];
  if (kind === "picture" && typeof slug !== "string") return [];
  const isWeight = typeof weight === "number" && weight >= 0 && weight <= 100;
  return [
    {
      kind,
      id: text(id),
      slug: kind === "picture" ? text(slug) : null,
      title: text(title),
      color: /^#[0-9a-f]{6}$/i.test(text(color)) ? text(color) : "",
      role: referenceRoles.find((known) => known === role) ?? referenceRoles[0],
      weight: isWeight ? Math.round(weight) : usualWeight,
    },
  ];
}

/** References of a stored draft; tolerates edited data. */
export function readReferences(stored: unknown): DraftReference[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap(readReference).slice(0, referenceLimits.count);
}

/** The role of the next picture: the first that the model still takes, else the style. */
function nextRole(offer: ReferenceOffer | null, given: readonly DraftReference[]): ReferenceRole {
  const fits = (role: ReferenceRole) =>
    referenceFaults(offer, [...weighed(given), { role }], "txt2img").every(
      ({ index }) => index < given.length,
    );
  const usual: readonly ReferenceRole[] = ["style", "palette", "subject", "composition"];
  return usual.find(fits) ?? usual[0];
}

/** The list with one more picture; the same where it is full, or has it. */
export function withReference(
  given: readonly DraftReference[],
  added: ReferenceToAdd,
  offer: ReferenceOffer | null,
): DraftReference[] {
  const isThere = given.some(({ id }) => id === added.id);
  if (isThere || given.length >= referenceLimits.count) return [...given];
  return [...given, { ...added, role: nextRole(offer, given), weight: usualWeight }];
}

const weighed = (given: readonly DraftReference[]) => given.map(({ role }) => ({ role }));

/** As `references` of POST /api/generate. */
export const sentReferences = (given: readonly DraftReference[]): ReferenceInput[] =>
  given.map(({ kind, id, role, weight }) => ({
    ...(kind === "upload" ? { uploadId: id } : { pictureId: id }),
    role,
    ...(weight !== null && { weight: weight / 100 }),
  }));

/** What a cast named, without its kit's mood board and what is gone. */
export const referencesOfCast = ({ references }: Pick<Cast, "references">): DraftReference[] =>
  references.flatMap(({ role, weight, fromKit, picture, uploadId }): DraftReference[] => {
    const settings = { role, weight: weight === null ? usualWeight : Math.round(weight * 100) };
    if (fromKit) return [];
    if (picture) {
      const { id, slug, title, colors } = picture;
      return [{ kind: "picture", id, slug, title, color: colors[0] ?? "", ...settings }];
    }
    if (uploadId === null) return [];
    return [{ kind: "upload", id: uploadId, slug: null, title: "", color: "", ...settings }];
  });

/** What a model does not take of a draft's references, by their places. */
export function wrongReferences(
  { references }: Pick<EngineCan, "references">,
  given: readonly DraftReference[],
  remixing: boolean,
): Map<number, string> {
  const faults = referenceFaults(references, weighed(given), remixing ? "img2img" : "txt2img");
  return new Map(faults.map(({ index, message }) => [index, message]));
}

export type Taker = { engine: EngineListing; model: string; label: string };

/** Engines with a model that takes all of the references; each with its first such model. */
export function takersOf(
  engines: readonly EngineListing[],
  given: readonly DraftReference[],
  remixing: boolean,
): Taker[] {
  return engines.flatMap((engine): Taker[] => {
    const { can } = engine;
    const model = can?.models.find((one) => {
      const own = { ...can, ...one.can };
      if (remixing ? !own.img2img : !own.txt2img) return false;
      return wrongReferences(own, given, remixing).size === 0;
    });
    if (!can || !model) return [];
    const label = can.models.length > 1 ? `${engine.label}, ${model.label}` : engine.label;
    return [{ engine, model: model.id, label }];
  });
}
