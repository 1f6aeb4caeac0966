import { Icon, sprite } from "./icon.tsx";

/** The product's own icons (design reference, section 6); all others are from Phosphor. */

type GlyphProps = { size?: number; className?: string };

/** Half a disc with an arc and a fainter outer arc. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg width="30" height="26" fill="currentColor" aria-hidden className={className}>
      <use href={`${sprite}#logo`} />
    </svg>
  );
}

/** A credit: half a disc in a ring. */
export function CreditGlyph({ size = 13, className }: GlyphProps) {
  return <Icon name="credit" size={size} className={className} />;
}

/** Two frames and a plus: a picture made from a picture. */
export function RemixGlyph({ size, className }: GlyphProps) {
  return <Icon name="remix" size={size} className={className} />;
}

/** Three empty frames, for a place without pictures. */
export function EmptyFrames() {
  return (
    <svg width="132" height="84" aria-hidden>
      <use href={`${sprite}#frames`} />
    </svg>
  );
}
