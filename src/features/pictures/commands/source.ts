import type { ClaimedParent } from "#app/adapters/provenance/port.ts";
import { sniff } from "#app/lib/sniff.ts";
import { formatOfKey } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";
import { publicAndApproved } from "../queries/rows.ts";

export type PublicSource = { id: string; slug: string; storageKey: string };

export function pageAddress({ env }: Pick<Services, "env">, slug: string): string {
  return `${env.SERVER_URL}/i/${slug}`;
}

/** A source as the file names it; a hidden one is not named inside the file. */
export async function sourceOf(
  { db }: Pick<Services, "db">,
  id: string | null,
): Promise<PublicSource | undefined> {
  if (id === null) return undefined;
  return db
    .selectFrom("pictures as p")
    .select(["p.id", "p.slug", "p.storage_key as storageKey"])
    .where("p.id", "=", id)
    .where(publicAndApproved)
    .executeTakeFirst();
}

/**
 * The source as the manifest keeps it, with its own manifest. Of one that is not public nothing is kept but that there was
 * one.
 */
export async function parentsOf(
  { storage }: Pick<Services, "storage">,
  id: string | null,
  source: PublicSource | undefined,
): Promise<ClaimedParent[]> {
  if (id === null) return [];
  if (source === undefined) return [{ kind: "hidden" }];
  const file = await storage.get(source.storageKey);
  const parent = { kind: "picture", pictureId: source.id } as const;
  return [
    file === null
      ? parent
      : { ...parent, file: { bytes: file.bytes, format: formatOfKey(source.storageKey) } },
  ];
}

/** The file of an engine or of an import, if it came with a manifest, which is then kept. */
export async function broughtWith(
  { provenance }: Pick<Services, "provenance">,
  bytes: Uint8Array,
): Promise<ClaimedParent[]> {
  const kind = sniff(bytes);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === null || !file.includes("c2pa") || !(await provenance.canSign())) return [];
  const manifest = await provenance.read(bytes);
  if (manifest === null || manifest.state === "broken") return [];
  return [{ kind: "brought", file: { bytes, format: kind === "jpeg" ? "jpg" : kind } }];
}
