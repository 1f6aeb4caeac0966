/** Pictures that a cast refers to, each with a role (docs/product.md 10.1): what engines take, and whether a cast's fit. */
import { t } from "#app/language/message.ts";
import type { ParamMode } from "./engine-params.ts";

/** What a picture gives: who or what is shown, how it is made, how it is laid out, its colours. */
export const referenceRoles = ["subject", "style", "composition", "palette"] as const;
export type ReferenceRole = (typeof referenceRoles)[number];

/** Roles that pictures of a style kit may have: a look has no subject. */
export const boardRoles = ["style", "palette"] as const;
export type BoardRole = (typeof boardRoles)[number];

export const referenceLimits = {
  /** Pictures that a cast may name. */
  count: 8,
  /** Pictures of a style kit's mood board. */
  board: 6,
  /** 0 has no effect, 1 the most that the engine gives. */
  weight: { min: 0, max: 1, step: 0.05, default: 0.6 },
} as const;

/** What an engine, or one of its models, takes. */
export type ReferenceOffer = {
  /** Roles, each with the most pictures that may have it. */
  roles: Readonly<Partial<Record<ReferenceRole, number>>>;
  /** Pictures of all roles together. */
  max: number;
  /** The same in a cast that starts from a picture; left out where it is no other number. */
  withSource?: number;
  /** Whether a weight changes the picture. */
  weights: boolean;
  /** Roles that count only in a cast from words alone. */
  wordsOnly?: readonly ReferenceRole[];
};

/** A weight is 0 to 1; there is none where the engine weighs no references. */
export type WeighedRole = { role: ReferenceRole; weight?: number };

/** An encoded picture as an engine gets it. */
export type ReferencePicture = WeighedRole & { bytes: Uint8Array; mime: string };

type ReferenceFault = {
  /** Place of the reference in its list. */
  index: number;
  code: "unsupported" | "too-many" | "mode" | "weight";
  message: string;
};

/** A role as it is shown. */
export function roleName(role: ReferenceRole): string {
  switch (role) {
    case "subject":
      return t`Subject`;
    case "style":
      return t`Style`;
    case "composition":
      return t`Composition`;
    default:
      return t`Palette`;
  }
}

function noSuchRole(role: ReferenceRole): string {
  switch (role) {
    case "subject":
      return t`This model takes no reference for the subject`;
    case "style":
      return t`This model takes no reference for the style`;
    case "composition":
      return t`This model takes no reference for the composition`;
    default:
      return t`This model takes no reference for the palette`;
  }
}

function faultOf(
  offer: ReferenceOffer | null,
  given: readonly WeighedRole[],
  index: number,
  mode: ParamMode,
): Omit<ReferenceFault, "index"> | null {
  const { role, weight } = given[index];
  if (offer === null) return { code: "unsupported", message: t`This model takes no references` };
  const most = offer.roles[role];
  if (most === undefined) return { code: "unsupported", message: noSuchRole(role) };
  if (mode === "img2img" && offer.wordsOnly?.includes(role)) {
    const message = t`This model takes no such reference when it starts from a picture`;
    return { code: "mode", message };
  }
  const alike = given.slice(0, index).filter((other) => other.role === role).length;
  if (alike >= most) {
    return { code: "too-many", message: t`This model takes at most ${most} for this role` };
  }
  const all = mode === "img2img" ? (offer.withSource ?? offer.max) : offer.max;
  if (index >= all) {
    return { code: "too-many", message: t`This model takes at most ${all} references` };
  }
  if (weight !== undefined && !offer.weights) {
    return { code: "weight", message: t`This model does not weigh references` };
  }
  return null;
}

/** What is wrong with the references of a cast: what a model does not take is refused. */
export function referenceFaults(
  offer: ReferenceOffer | null,
  given: readonly WeighedRole[],
  mode: ParamMode,
): ReferenceFault[] {
  return given.flatMap((_, index) => {
    const fault = faultOf(offer, given, index, mode);
    return fault === null ? [] : [{ index, ...fault }];
  });
}

/**
 * Those pictures of a mood board that a model takes besides the references that a cast names.
 * @returns them in their order, and how many are left out
 */
export function fittingBoard<T extends WeighedRole>(
  offer: ReferenceOffer | null,
  named: readonly WeighedRole[],
  board: readonly T[],
  mode: ParamMode,
): { used: T[]; leftOut: number } {
  const used: T[] = [];
  for (const picture of board) {
    if (referenceFaults(offer, [...named, ...used, picture], mode).length === 0) used.push(picture);
  }
  return { used, leftOut: board.length - used.length };
}
