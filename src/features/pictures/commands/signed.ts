import type { Stamp, VariantRequest } from "#app/adapters/imaging/port.ts";
import type { Claim, ClaimedParent } from "#app/adapters/provenance/port.ts";
import { isPublicJpeg, type OriginalFormat } from "#app/rules/picture-files.ts";
import { sourceTypeOf } from "#app/rules/source-type.ts";
import type { Services } from "#app/services.ts";

type SignServices = Pick<Services, "imaging" | "provenance">;

/** Narrower ones are blurs that stand in for a moment; they carry nothing. */
const signedFrom = 25;

function claimOf(stamp: Stamp, rest: Pick<Claim, "change" | "parents">): Claim {
  const { pictureId, engine, license } = stamp;
  return { pictureId, engine, license, sourceType: sourceTypeOf(stamp), ...rest };
}

/** A stamped original with a signed manifest; what it was made from is kept inside with its own manifest. */
export async function signedOriginal(
  { imaging, provenance }: SignServices,
  { bytes, format }: { bytes: Buffer; format: OriginalFormat },
  parents: ClaimedParent[],
): Promise<Buffer> {
  const stamp = imaging.stampOf(bytes);
  if (stamp === null) return bytes;
  return provenance.sign(bytes, format, claimOf(stamp, { change: null, parents }));
}

/** A variant with a signed manifest of its own, which names what the original was made from. */
export async function signedVariant(
  { provenance }: Pick<SignServices, "provenance">,
  variant: Buffer,
  stamp: Stamp | null,
  request: VariantRequest,
): Promise<Buffer> {
  const { width, height, format } = request;
  const longest = Math.max(width, height);
  if (longest > 0 && longest < signedFrom) return variant;
  if (stamp === null) return variant;
  const parents: ClaimedParent[] =
    stamp.sourceId === undefined ? [] : [{ kind: "picture", pictureId: stamp.sourceId }];
  const change = isPublicJpeg(request) ? "converted" : "resized";
  return provenance.sign(variant, format, claimOf(stamp, { change, parents }));
}

/**
 * One size and format of an original, made now and signed. The original's bytes are asked for when their turn has come.
 * @param open may put them into the room that it is given
 */
export async function makeVariant(
  services: SignServices,
  open: (room: Uint8Array) => Promise<Uint8Array>,
  request: VariantRequest,
): Promise<Buffer> {
  let stamp: Stamp | null = null;
  const made = await services.imaging.variant(async (room) => {
    const original = await open(room);
    // Now: afterwards the room is another's.
    stamp = services.imaging.stampOf(original);
    return original;
  }, request);
  return signedVariant(services, made, stamp, request);
}
