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

export type MadePicture = Partial<NewPicture> & {
  png?: Buffer;
  /** Kept as it came, instead of as a JPEG. */
  isLossless?: boolean;
};

/** A picture with transparent corners, a soft edge and a pattern in which a mark finds room. */
export function aTransparentPicture(format: "png" | "webp", side = 256): Promise<Buffer> {
  const pixels = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const away = Math.hypot(x - side / 2, y - side / 2) / side;
      const speck = ((x * 7919 + y * 104_729) % 97) / 97;
      const edge = Math.max(0, Math.min(1, (0.46 - away) / 0.04));
      const color = [
        60 + (150 * x) / side,
        120 + 80 * Math.sin(y / 17),
        140 + 60 * Math.cos(x / 11),
      ];
      pixels.set([...color.map((value) => value + 20 * speck), edge * 255], (y * side + x) * 4);
    }
  }
  const image = sharp(pixels, { raw: { width: side, height: side, channels: 4 } });
  return (format === "png" ? image.png() : image.webp({ lossless: true })).toBuffer();
}

/** A picture stored by the slice's command: files, provenance, variants and row. */
export async function madePicture(
  services: Services,
  owner: { id: string },
  { png, isLossless = false, ...overrides }: MadePicture = {},
) {
  const stored = await storePicture(services, {
    bytes: png ?? (await aPng()),
    ...(!isLossless && { keepAs: "jpeg" }),
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
