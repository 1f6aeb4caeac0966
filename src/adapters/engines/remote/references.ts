/** References for services that read pictures together with words. */
import {
  type ReferenceOffer,
  type ReferenceRole,
  type WeighedRole,
  referenceFaults,
  referenceLimits,
  referenceRoles,
} from "#app/rules/references.ts";
import { type Capabilities, EngineError, type GenerateRequest } from "../port.ts";

const told: Record<ReferenceRole, string> = {
  subject: "shows the subject: keep who or what it shows, in a new picture",
  style: "gives the style alone: how it is made, not what it shows",
  composition: "gives the composition alone: where things are and how large, not what they are",
  palette: "gives the colours alone",
};

/** What models take that are told in words what each picture is for; words have no weight. */
export const toldReferences = (max: number): ReferenceOffer => ({
  roles: Object.fromEntries(referenceRoles.map((role) => [role, max])),
  max,
  weights: false,
});

/**
 * A prompt with what each picture is for, by its number among those of the request; as it is without references.
 * @param hasSource whether the first picture is the one to start from
 */
export function withReferenceWords(
  prompt: string,
  references: readonly WeighedRole[] = [],
  hasSource: boolean,
): string {
  if (references.length === 0) return prompt;
  const first = hasSource ? 2 : 1;
  return [
    prompt,
    ...(hasSource ? ["Image 1 is the picture to change."] : []),
    ...references.map(({ role }, index) => `Image ${first + index} ${told[role]}.`),
  ].join("\n");
}

/** @throws EngineError unsupported for a reference that the model does not take, e.g. any more */
export function checkReferences(
  { references: offer }: Pick<Capabilities, "references">,
  { references = [], mode }: GenerateRequest,
): void {
  const [fault] = referenceFaults(offer, references, mode);
  if (fault === undefined) return;
  throw new EngineError("unsupported", "The engine does not take this reference.", {
    providerCode: `reference-${fault.code}`,
  });
}

/** The weight of a reference where the service has weights. */
export const weightOf = ({ weight = referenceLimits.weight.default }: WeighedRole): number =>
  weight;
