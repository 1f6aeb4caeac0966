/** References of servers of the A1111 family, where they can be told to have them. */
import type { ReferenceOffer } from "#app/rules/references.ts";
import { EngineError, type GenerateRequest } from "../port.ts";
import { fieldsOf, textOf } from "../remote/fields.ts";
import { toldReferences, weightOf, withReferenceWords } from "../remote/references.ts";
import type { SdModel } from "./offer.ts";

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** How a server takes references. */
export type SdReferences = {
  offerFor(model: SdModel): ReferenceOffer | null;
  prompt(request: GenerateRequest): string;
  fields(request: GenerateRequest): Record<string, unknown>;
  /** @throws EngineError when the answer says that they were left out */
  check(request: GenerateRequest, answer: unknown): void;
};

const none: SdReferences = {
  offerFor: () => null,
  prompt: ({ prompt }) => prompt,
  fields: () => ({}),
  check() {},
};

/**
 * SD.Next: `ip_adapter` of its requests (modules/api/models.py, ItemIPAdapter), with an adapter by the model's
 * architecture (modules/ipadapter.py). It loads the adapter when it is first asked for, and draws without it when it cannot:
 * only an answer that names the adapter (`extra_generation_params`, "IP Adapter") was drawn with it.
 */
const byAdapters: SdReferences = {
  offerFor: (model) =>
    adapterOf(model) === null ? null : { roles: { subject: 4 }, max: 4, weights: true },
  prompt: ({ prompt }) => prompt,
  fields({ model, references = [] }) {
    if (references.length === 0) return {};
    const adapter = adapterOf({ id: model, label: model });
    return {
      ip_adapter: references.map((reference) => ({
        adapter,
        images: [base64(reference.bytes)],
        scale: weightOf(reference),
      })),
    };
  },
  check({ references = [] }, answer) {
    if (references.length === 0) return;
    if (textOf(fieldsOf(answer)["info"]).includes("IP Adapter")) return;
    throw new EngineError("bad-response", "The engine drew without the references.", {
      billed: "maybe",
      providerCode: "references-ignored",
    });
  },
};

/** The adapter for a model, by its name: what the server says of a model's type is the form of its file. */
function adapterOf({ id, label }: SdModel): string | null {
  const name = `${id} ${label}`;
  if (/sd[-_. ]?xl|pony|illustrious|noob/i.test(name)) return "Plus ViT-H SDXL";
  // The maker's own file is v1-5-pruned.
  return /(?:sd[-_. ]?v?|^v)1[-_. ]?[45]|stable[-_. ]diffusion[-_. ]v?1/i.test(name)
    ? "Plus"
    : null;
}

/** Models that read pictures beside the words; others draw as if there were none. */
const readers = /kontext|qwen[-_. ]?image[-_. ]?edit|flux[-_. ]?\.?2/i;
const mostRead = 4;

/** sd-server: `extra_images` of its requests (routes_sdapi.cpp), for models that read them, by their names. */
const byPictures: SdReferences = {
  offerFor: ({ id, label }) =>
    readers.test(`${id} ${label}`)
      ? { ...toldReferences(mostRead), wordsOnly: ["subject", "style", "composition", "palette"] }
      : null,
  prompt: ({ prompt, references }) => withReferenceWords(prompt, references, false),
  fields: ({ references = [] }) =>
    references.length > 0 ? { extra_images: references.map(({ bytes }) => base64(bytes)) } : {},
  check() {},
};

/**
 * How a server takes references. A1111 and Forge take them by the ControlNet extension alone, whose models and roles are not
 * told: none there.
 * @param fields of the server's requests; null where it describes none
 * @param isSdServer whether it answers at an address of sd-server's own
 */
export function sdReferences(
  fields: ReadonlySet<string> | null,
  isSdServer: boolean,
): SdReferences {
  if (isSdServer) return byPictures;
  return fields?.has("ip_adapter") ? byAdapters : none;
}
