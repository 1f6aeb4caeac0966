import type { CSSProperties } from "react";
import { imageAddress } from "#app/rules/image-address.ts";
import { useSite } from "#app/ui/site.ts";
import type { StyleKit } from "../queries/kits.ts";
import "./colour-bars.css";

/** The picture of a kit or the first of its mood board, or its colours if it has none. */
export function KitShot({ kit, className }: { kit: StyleKit; className?: string }) {
  const { imageHost } = useSite();
  const [shot] = kit.shots;
  const cover = kit.picture ?? kit.board[0];
  const src =
    shot ?? (cover && imageAddress(imageHost, cover.slug, { width: 512, format: "webp" }));
  if (!src) {
    const [first = "var(--wash)", ...rest] = kit.palette;
    const stops = [first, ...rest, first].join(", ");
    return (
      <span
        className={className}
        style={{ backgroundImage: `linear-gradient(120deg, ${stops})` }}
      />
    );
  }
  return (
    <img
      className={className}
      alt=""
      src={src}
      loading="lazy"
      decoding="async"
      style={{ "--ph": kit.palette[0] } as CSSProperties}
    />
  );
}

/** A kit's colours side by side. */
export function KitBars({
  palette,
  className = "bars",
}: {
  palette: readonly string[];
  className?: string;
}) {
  return (
    <span className={className} aria-hidden>
      {palette.map((color, index) => (
        <i key={`${index}${color}`} style={{ background: color }} />
      ))}
    </span>
  );
}
