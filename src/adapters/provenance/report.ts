/** The library's long account of a manifest as the few things that are told. Everything in it is foreign text. */
import { z } from "zod";
import type { ManifestAction, ManifestReport } from "./port.ts";

const longest = 200;
const most = 20;

const text = z.string().transform((value) =>
  Array.from(value.toWellFormed().replace(/\p{Cc}/gu, " "))
    .slice(0, longest)
    .join(""),
);

const agent = z.union([text, z.looseObject({ name: text }).transform(({ name }) => name)]);
const action = z.looseObject({
  action: text,
  softwareAgent: agent.optional().catch(undefined),
  digitalSourceType: text.optional().catch(undefined),
});

const manifest = z.looseObject({
  title: text.nullish().catch(undefined),
  claim_generator: text.optional().catch(undefined),
  claim_generator_info: z
    .array(z.looseObject({ name: text }))
    .optional()
    .catch(undefined),
  assertions: z
    .array(z.looseObject({ label: z.string(), data: z.unknown() }))
    .optional()
    .catch(undefined),
  ingredients: z
    .array(z.looseObject({ title: text.optional().catch(undefined) }))
    .optional()
    .catch(undefined),
  signature_info: z
    .looseObject({
      issuer: text.nullish().catch(undefined),
      common_name: text.nullish().catch(undefined),
      cert_serial_number: z.string().nullish().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const statuses = z
  .array(z.looseObject({ code: z.string() }))
  .optional()
  .catch(undefined);

const store = z.looseObject({
  active_manifest: z.string(),
  manifests: z.record(z.string(), manifest),
  validation_status: statuses,
  validation_results: z
    .looseObject({
      activeManifest: z
        .looseObject({ success: statuses, failure: statuses })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** A certificate that nobody vouches for is no sign of a change. */
const unknownSigner = "signingCredential.untrusted";
const knownSigner = "signingCredential.trusted";
/** The file's bytes are others than those that were signed. */
const changedFile = /^assertion\.(?:dataHash|bmffHash|boxesHash)\.mismatch$/;

function actionsOf({ assertions = [] }: z.output<typeof manifest>): ManifestAction[] {
  const list = z.looseObject({ actions: z.array(z.unknown()) });
  return assertions
    .filter(({ label }) => label.startsWith("c2pa.actions"))
    .flatMap(({ data }) => list.safeParse(data).data?.actions ?? [])
    .flatMap((each) => {
      const found = action.safeParse(each);
      if (!found.success) return [];
      const { softwareAgent = null, digitalSourceType = null } = found.data;
      return [{ action: found.data.action, agent: softwareAgent, sourceType: digitalSourceType }];
    })
    .slice(0, most);
}

/**
 * @param account JSON of a reader of C2PA
 * @param serials of the installation's own certificates, decimal
 */
export function reportOf(account: unknown, serials: readonly string[]): ManifestReport {
  const broken: ManifestReport = {
    state: "broken",
    isOwn: false,
    title: null,
    signer: null,
    generator: null,
    actions: [],
    ingredients: [],
  };
  const parsed = store.safeParse(account);
  if (!parsed.success) return broken;
  const { active_manifest, manifests, validation_status = [], validation_results } = parsed.data;
  const active = Object.hasOwn(manifests, active_manifest) ? manifests[active_manifest] : undefined;
  if (active === undefined) return broken;
  const failures = (validation_results?.activeManifest?.failure ?? validation_status)
    .map(({ code }) => code)
    .filter((code) => code !== unknownSigner);
  const isKnown = (validation_results?.activeManifest?.success ?? []).some(
    ({ code }) => code === knownSigner,
  );
  const { issuer, common_name, cert_serial_number } = active.signature_info ?? {};
  const state =
    failures.length === 0
      ? "intact"
      : failures.every((code) => changedFile.test(code))
        ? "changed"
        : "broken";
  return {
    state,
    isOwn: state !== "broken" && isKnown && serials.includes(cert_serial_number ?? ""),
    title: active.title ?? null,
    signer: common_name ?? issuer ?? null,
    generator: active.claim_generator_info?.[0]?.name ?? active.claim_generator ?? null,
    actions: actionsOf(active),
    ingredients: (active.ingredients ?? [])
      .flatMap(({ title }) => (title === undefined ? [] : [title]))
      .slice(0, most),
  };
}
