import sharp from "sharp";
import type { Actor } from "#app/lib/actor.ts";
import { insertPicture, storePicture, type NewPicture } from "#app/features/pictures/commands.ts";
import type { Services } from "#app/services.ts";

/** A PNG of one colour with a stripe of another. */
export function aPng(width = 96, height = 64, color = "#0f766e"): Promise<Buffer> {
  const stripe = { create: { width, height: 4, channels: 3, background: "#f59e0b" } } as const;
  return sharp({ create: { width, height, channels: 3, background: color } })
    .composite([{ input: stripe, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

export type MadePicture = Partial<NewPicture> & { png?: Buffer };

/** A picture stored by the slice's command: files, provenance, variants and row. */
export async function madePicture(
  services: Services,
  owner: { id: string },
  { png, ...overrides }: MadePicture = {},
) {
  const stored = await storePicture(services, {
    bytes: png ?? (await aPng()),
    ownerId: owner.id,
    title: overrides.title ?? "Misty mountain lake",
    prompt: overrides.prompt ?? "misty mountain lake at dawn, watercolour",
    promptHidden: overrides.promptHidden,
    engine: { id: "sketch", label: "Sketch", neural: false },
    seed: 42,
    sourcePictureId: overrides.sourcePictureId,
    createdAt: overrides.createdAt,
  });
  const picture = { ...stored, ...overrides };
  await services.db.transaction().execute((tx) => insertPicture(tx, picture));
  return picture;
}

/** The member as the server sees them. */
export function actorFor(
  member: { id: string },
  role: "member" | "admin" = "member",
): Actor & { userId: string } {
  return { role, userId: member.id };
}
