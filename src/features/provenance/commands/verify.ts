import { ProvenanceUnavailable, type ManifestReport } from "#app/adapters/provenance/port.ts";
import type { Actor } from "#app/lib/actor.ts";
import { showsMark } from "#app/rules/mark-agreement.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { variantKey } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";
import {
  lineageOf,
  markedPicture,
  pictureById,
  picturesByLook,
  picturesByMark,
  type MarkedPicture,
  type WallPicture,
} from "#app/features/pictures/queries.ts";

/** Pictures that are laid over the file when it carries no mark by itself. */
const mostCompared = 6;
/** From this likeness on two pictures show the same. */
const sameFrom = 0.9;
/** Big enough for every frequency of the mark. */
const comparedSize = { width: 1024, height: 0, quality: 75, format: "webp" } as const;

/** How the file says that it was made here. */
export type Origin =
  /** Its watermark leads to the picture. */
  | "watermark"
  /** A picture that looks the same is here, and the file shows its watermark where the two cover each other. */
  | "comparison"
  /** Its manifest was signed here and nothing was changed, though no watermark was found. */
  | "manifest"
  /** Nothing shows it. */
  | "none";

export type Verification = {
  origin: Origin;
  /** The picture that it is, where whoever asks may see it. */
  picture: WallPicture | null;
  /** Where the picture came from, from the first of its line, and what was made of it. */
  ancestors: WallPicture[];
  remixes: WallPicture[];
  /** Pictures here that look the same, though nothing shows that the file came from here. */
  alike: WallPicture[];
  /** What its signed manifest says; "none", or "unread" where this server cannot read manifests. */
  manifest: ManifestReport | "none" | "unread";
};

async function manifestOf(
  { provenance }: Services,
  file: Uint8Array,
): Promise<Verification["manifest"]> {
  try {
    return (await provenance.read(file)) ?? "none";
  } catch (error) {
    if (error instanceof ProvenanceUnavailable) return "unread";
    throw error;
  }
}

/** A copy of a picture to compare with: a small one where it is stored. */
async function copyOf({ storage }: Services, picture: MarkedPicture): Promise<Buffer | null> {
  const small = await storage.get(variantKey(picture.sha256, comparedSize));
  return (small ?? (await storage.get(picture.storageKey)))?.bytes ?? null;
}

/** The id of the picture that a manifest belongs to, if it was signed here and nothing was changed since. */
function pictureSignedHere(manifest: Verification["manifest"]): string | null {
  if (typeof manifest !== "object" || !manifest.isOwn || manifest.state !== "intact") return null;
  const id = manifest.title?.replace(/\.\w+$/, "") ?? "";
  return isUuid(id) ? id : null;
}

type Found = { origin: Origin; picture: MarkedPicture | null; alike: MarkedPicture[] };

/**
 * Lays the picture that the manifest names, and those that look most like the file, over it and looks for their watermarks.
 * A copy that was cut to another form looks like none of them as a whole.
 */
async function compared(
  services: Services,
  file: Uint8Array,
  { look, namedId }: { look: string; namedId: string | null },
): Promise<Found> {
  const { db, imaging, provenance } = services;
  const named = namedId === null ? undefined : await markedPicture(db, namedId);
  const near = await picturesByLook(db, look, mostCompared);
  const others = near.filter(({ id }) => id !== named?.id);
  const alike: MarkedPicture[] = [];
  for (const candidate of named === undefined ? others : [named, ...others]) {
    const copy = await copyOf(services, candidate);
    if (copy === null) continue;
    const mark = provenance.markOf(candidate.id);
    const found = await imaging.compareMark(file, copy, mark);
    if (found.likeness < sameFrom) continue;
    if (showsMark(found)) return { origin: "comparison", picture: candidate, alike: [] };
    alike.push(candidate);
  }
  return { origin: "none", picture: null, alike };
}

async function search(
  services: Services,
  file: Uint8Array,
  namedId: string | null,
): Promise<Found> {
  const { db, imaging, provenance } = services;
  const { payload, look } = await imaging.readMark(file, provenance.watermarkKey);
  if (payload === null) return compared(services, file, { look, namedId });
  const [picture = null] = await picturesByMark(db, payload);
  return { origin: "watermark", picture, alike: [] };
}

/**
 * Where a picture file came from: by its watermark, its signed manifest and what it looks like. Nothing of the file is
 * kept. Of a picture that whoever asks may not see nothing is told but that the file was made here.
 * @throws AppError unprocessable, too-large, unsupported-media-type; unavailable when too many are being looked at
 */
export async function verifyPicture(
  services: Services,
  actor: Actor,
  file: Uint8Array,
): Promise<Verification> {
  const { db } = services;
  const manifest = await manifestOf(services, file);
  const namedId = pictureSignedHere(manifest);
  const found = await search(services, file, namedId);
  const signedId = found.origin === "none" ? namedId : null;
  const id = found.picture?.id ?? signedId;
  const seen = (pictureId: string) => pictureById(db, pictureId, actor);
  const picture = id === null ? null : await seen(id);
  const lineage = picture === null ? null : await lineageOf(db, picture.id, actor);
  const alike = await Promise.all(
    found.alike.filter(({ isOpen }) => isOpen).map((each) => seen(each.id)),
  );
  return {
    origin: signedId === null ? found.origin : "manifest",
    picture,
    ancestors: lineage?.ancestors ?? [],
    remixes: lineage?.remixes ?? [],
    alike: signedId === null ? alike.filter((each) => each !== null) : [],
    manifest,
  };
}
